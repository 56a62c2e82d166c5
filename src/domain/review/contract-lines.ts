// Lines that prompts ask for beside the JSON object of an answer.

/** A role that verifies external claims must write one of these sentences; one of them says that tools were missing. */
export function saysWhatItVerified(reply: string): boolean {
  return /Verified: .+ via |Unable to verify (?:independently|— external tools)|No external (?:security )?claims to verify/i.test(
    reply,
  );
}

/** A line that may stand after the object: the files that were read, what was verified. */
export function isContractLine(line: string): boolean {
  const text = line.replace(/^[-*]\s+/, "").replace(/^`(.*)`$/, "$1");
  return /^Files read:/i.test(text) || saysWhatItVerified(text);
}
