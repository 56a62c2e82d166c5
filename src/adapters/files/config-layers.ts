// Reads the settings of a place, source by source. Trusted keys of the repository's file that the person has not confirmed
// are parted off here, so that no later mistake can let them count.
import { type ConfigLayer, requireValid } from "../../domain/config/config.ts";
import { hasNone, trustOf, withoutTrusted } from "../../domain/config/repository-trust.ts";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { jsonPlaces } from "../../domain/text/json/json-places.ts";
import type { Trust } from "../../ports/trust.ts";
import type { ConfigPlace } from "../../ports/wiring.ts";
import { MEGABYTE, NotPlain, readPlain } from "../plain-file.ts";
import { settingsFiles } from "./settings-files.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The strongest last. */
export async function readConfigLayers(place: ConfigPlace, env: Env, trust: Trust): Promise<ConfigLayer[]> {
  const layers: ConfigLayer[] = [];
  const files = settingsFiles(place, env);
  const repositoryFile = files.pop() ?? "";
  for (const own of files) layers.push(...(await readLayer(own)));
  if (env.IFLOW_WORKER !== undefined) {
    const { workerLayer } = await import("./worker-layer.ts");
    layers.push(...workerLayer(env.IFLOW_WORKER));
  } else layers.push(...(await readOwnLayer(repositoryFile, place, trust)));
  if (Object.keys(env).some((name) => name.startsWith("IFLOW_"))) {
    const { configFromEnvironment } = await import("../../domain/config/config-environment.ts");
    layers.push(...configFromEnvironment(env));
  }
  return layers;
}

/** The file as it is in the working tree. */
async function readOwnLayer(path: string, place: ConfigPlace, trust: Trust): Promise<ConfigLayer[]> {
  const layers = await readLayer(path, CONFIG_FILE);
  return Promise.all(
    layers.map(async (file) => {
      requireValid(file); // also what does not count
      const { values } = trustOf([file]);
      const counts = hasNone(values) || (await trust.isConfirmed({ values, repository: place.commonDir }));
      return counts ? file : withoutTrusted(file);
    }),
  );
}

async function readLayer(path: string, name = path): Promise<ConfigLayer[]> {
  const text = readText(path, name);
  if (text === undefined) return [];
  try {
    return [{ origin: name, values: JSON.parse(text), text }];
  } catch (cause) {
    const places = jsonPlaces(text);
    const where = "problem" in places ? `line ${places.line}: ${places.problem}` : (cause as Error).message;
    throw new IflowError("config-invalid", `${name} is not JSON (${where})`, { cause, fix: `correct ${name}` });
  }
}

function readText(path: string, name: string): string | undefined {
  try {
    return readPlain(path, MEGABYTE)?.toString("utf8");
  } catch (cause) {
    const isOdd = cause instanceof NotPlain; // a clone can bring a link to a device
    throw new IflowError("config-invalid", `${name} cannot be read${isOdd ? `: ${cause.message}` : ""}`, {
      cause,
      fix: isOdd ? `put a file of settings in its place, or remove ${name}` : "check the file's permissions",
    });
  }
}
