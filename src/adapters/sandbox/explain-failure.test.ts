import { expect, test } from "vitest";
import { explainFailure, type KernelFacts, ROOT_WRITABLE, TREE_NOT_WRITABLE } from "./explain-failure.ts";

const OPEN: KernelFacts = {
  apparmorRestricts: undefined,
  cloneAllowed: undefined,
  maxNamespaces: "100000",
  isRoot: false,
};
const DENIED = { code: 1, stderr: "warning\nbwrap: setting up uid map: Permission denied\n" };

test.each<[string, { code: number | null; stderr: string }, Partial<KernelFacts>, RegExp, RegExp]>([
  ["Ubuntu 24.04", DENIED, { apparmorRestricts: "1" }, /uid map: Permission denied$/, /AppArmor profile/],
  ["Debian before 11", DENIED, { cloneAllowed: "0" }, /does not work here/, /unprivileged_userns_clone=1/],
  ["namespaces switched off", DENIED, { maxNamespaces: "0" }, /does not work here/, /max_user_namespaces/],
  ["a container", DENIED, {}, /does not work here/, /in a container, allow user namespaces/],
  ["root in a container", DENIED, { apparmorRestricts: "1", isRoot: true }, /does not/, /in a container/],
  ["silence", { code: null, stderr: "" }, {}, /it gave no reason/, /sandbox.mode/],
  ["somebody else's tree", { code: TREE_NOT_WRITABLE, stderr: "" }, {}, /another user owns it/, /as the owner/],
  ["a stand-in that holds nothing", { code: ROOT_WRITABLE, stderr: "" }, {}, /holds nothing/, /reinstall/],
])("%s: a reason and a way out", (_, ran, facts, detail, fix) => {
  const said = explainFailure(ran, { ...OPEN, ...facts });
  expect(said.detail).toMatch(detail);
  expect(said.fix).toMatch(fix);
});
