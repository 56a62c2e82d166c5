// A prompt that has ended still listens to its signal and would print an empty line when that aborts: each gets a signal of
// its own, which does not abort afterwards.

export async function withOwnSignal<Result>(
  signal: AbortSignal,
  prompt: (own: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const own = new AbortController();
  const stop = () => own.abort();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  try {
    return await prompt(own.signal);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
