import { describe, expect, test } from "vitest";
import { IflowError, toDiagnostic } from "./errors.ts";

describe("a thrown IflowError", () => {
  test("is shown by code, message, detail and fix, without its stack", () => {
    const error = new IflowError("locked", "another run holds 007", { detail: "pid 12", fix: "iflow status" });

    expect(toDiagnostic(error)).toEqual({
      code: "locked",
      message: "another run holds 007",
      detail: "pid 12",
      fix: "iflow status",
    });
  });

  test("leaves out what it does not say", () => {
    expect(toDiagnostic(new IflowError("usage", "no such phase"))).toStrictEqual({
      code: "usage",
      message: "no such phase",
    });
  });

  test("is an Error with a name, and keeps its cause", () => {
    const cause = new Error("ENOSPC");
    const error = new IflowError("disk-failed", "cannot write", { cause });

    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("IflowError");
    expect(error.cause).toBe(cause);
    expect(new IflowError("usage", "x")).not.toHaveProperty("cause");
  });
});

describe("anything else that is thrown", () => {
  test("is a bug and is shown with its stack", () => {
    const error = new TypeError("x is undefined");

    expect(toDiagnostic(error)).toEqual({
      code: "bug",
      message: error.stack,
      fix: "This is a bug in iflow. Please report it with the text above.",
    });
  });

  test("is shown by its message when it has no stack, and by its text when it is no error", () => {
    const error = new Error("bare");
    delete error.stack;

    expect(toDiagnostic(error).message).toBe("bare");
    expect(toDiagnostic("a string").message).toBe("a string");
    expect(toDiagnostic(undefined).message).toBe("undefined");
  });
});
