// What counts as a secret, by the name of a variable and by its form, and what stays readable.
import { describe, expect, test } from "vitest";
import {
  createLineRedactor,
  isSecretName,
  maskValues,
  secretsOf,
  withoutKnownShapes,
  withoutSecrets,
} from "./secrets.ts";

test("F2: names of variables that hold secrets", () => {
  const secret = [
    ...[
      "ANTHROPIC_API_KEY",
      "OPENAI_API_KEY",
      "AWS_SECRET_ACCESS_KEY",
      "AWS_SESSION_TOKEN",
      "GITHUB_TOKEN",
      "PGPASSWORD",
    ],
    ...[
      "MYSQL_PWD",
      "DB_PASS",
      "npm_config__authToken",
      "SENTRY_DSN",
      "SESSION_COOKIE",
      "SLACK_WEBHOOK",
      "SSH_PRIVATE",
    ],
    ...["AZURE_CREDENTIALS", "AUTHORIZATION", "OTEL_EXPORTER_OTLP_HEADERS", "KEY", "PASSPHRASE", "apiKey"],
  ];
  const plain = [
    ...["PATH", "HOME", "PWD", "OLDPWD", "SSH_AUTH_SOCK", "XAUTHORITY", "GIT_AUTHOR_NAME", "KEYBOARD_LAYOUT", "TERM"],
    ...["TLS_KEY_FILE", "PASSWORD_STORE_DIR", "NODE_ENV", "XDG_SESSION_ID", "COMPASS", "GNOME_KEYRING_CONTROL"],
  ];
  expect(secret.filter((name) => !isSecretName(name))).toEqual([]);
  expect(plain.filter(isSecretName)).toEqual([]);
});

describe("F2: the secrets of an environment", () => {
  test("are the values of such names, and passwords inside addresses; longest first", () => {
    const env = {
      MY_KEY: "abcd1234",
      DATABASE_URL: "postgres://app:s3cr3t-pass@localhost/shop",
      HOME: "/home/someone-1",
      SHORT_TOKEN: "abc",
      DB_PASSWORD: "postgres",
      NONE: undefined,
    };
    expect(secretsOf(env)).toEqual(["s3cr3t-pass", "abcd1234"]);
  });

  test("are also those that were passed on purpose, whatever their name, unless they are plainly none", () => {
    const env = {
      STRIPE: "opaque-value-1",
      MODE: "development",
      BASE: "http://localhost:3000",
      DATA: "/var/lib/data",
      AWS_REGION: "us-east-1",
    };
    expect(secretsOf(env, { passed: Object.keys(env) })).toEqual(["opaque-value-1"]);
    expect(secretsOf(env)).toEqual([]);
  });

  test("are those that were held back from a command, whatever their name, unless they are plainly none", () => {
    const hidden = {
      ZZ_THING: "opaque-value-1",
      ZZ_CREDS: "u:p4ssw0rd",
      ZZ_SALT: "abcdefghijklmnopqrstuvwxyzabcdef",
      ZZ_LINES: "fourteen-chars1\nreturn 0 here",
    };
    const plain = {
      EDITOR: "vim -u NONE",
      npm_lifecycle_script: "vitest run --all",
      "BASH_FUNC_which%%": "() {  ( alias;\n eval x ) }",
      LS_COLORS: "rs=0:di=01;34:ln=01;36",
      DEBUG: "true",
      COUNT: "1234567890",
      WHERE: "/srv/some/where",
      BASE: "http://localhost:3000/a",
      TERM_PROGRAM_VERSION: "1.2.3-beta.4",
    };
    const env = { ...hidden, ...plain };
    expect(secretsOf(env, { hidden: Object.keys(env) }).sort()).toEqual(
      [...Object.values(hidden), "fourteen-chars1", ...["u%3Ap4ssw0rd", "fourteen-chars1%0Areturn%200%20here"]].sort(),
    );
  });

  test("stand in every form in which they are printed: line by line, escaped, inside JSON", () => {
    const json = '{"provider":{"options":{"apiKey":"inner-12345678"}},"model":"a-long-name"}';
    const env = { SIGNING_KEY: "first-line-1\nsecond-line\\2", QUERY_TOKEN: "a+b/c=d&12", SETTINGS_KEY: json };
    const printed = [
      ...["first-line-1", "x second-line\\2 y", String.raw`{"k":"first-line-1\nsecond-line\\2"}`],
      ...["?t=a%2Bb%2Fc%3Dd%2612", "inner-12345678 of a-long-name"],
    ];
    expect(printed.map((text) => maskValues(secretsOf(env), text))).toEqual([
      ...["[secret]", "x [secret] y", '{"k":"[secret]"}'],
      ...["?t=[secret]", "[secret] of a-long-name"],
    ]);
  });
});

describe("F2: texts that are secrets by their form", () => {
  test.each([
    ["ANTHROPIC=sk-ant-api03-abcDEF_123-xyz.", "ANTHROPIC=[secret]."],
    ["ghp_abcdefghij0123456789 and gho_abcdefghij0123456789", "[secret] and [secret]"],
    ["github_pat_11ABCDEFG0abcdefghij", "[secret]"],
    ["id AKIAIOSFODNN7EXAMPLE!", "id [secret]!"],
    ["hf_abcdefghijklmnopqrstuvwxyzABCDEFGH", "[secret]"],
    ["shpat_0123456789abcdef0123456789abcdef, dckr_pat_0123456789abcdefghijklm", "[secret], [secret]"],
    ["hvs.CAESIabcdefghijklmnopqrstuvwxyz", "[secret]"],
    ["pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAw", "[secret]"],
    ["SG.abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ", "[secret]"],
    ["gsk_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOP", "[secret]"],
    ["xoxb-123456789-abcdef", "[secret]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N", "[secret]"],
    ["postgres://app:pw@localhost/shop", "postgres://[secret]@localhost/shop"],
    [String.raw`"-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----\n"`, String.raw`"[secret]\n"`],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES\n\nMIIEpAIBAAKC\n-----END RSA PRIVATE KEY-----\nok",
      `${"[secret]\n".repeat(5)}ok`,
    ],
    ["-----BEGIN PRIVATE KEY-----\n  ✓ it reads the key (3 ms)", "[secret]\n  ✓ it reads the key (3 ms)"],
  ])("%j", (text, shown) => {
    expect(withoutKnownShapes(text)).toBe(shown);
    expect(withoutKnownShapes(shown)).toBe(shown);
  });

  test("ordinary output stays as it is", () => {
    const output = [
      ...["src/a.ts(3,7): error TS2322: token: string is not password: number", "expected sk-loading-spinner-large"],
      ...[
        "GET https://example.com/a@b?key=1",
        "AKIA is a prefix",
        "✓ Basic auth (3 ms)",
        "-----BEGIN CERTIFICATE-----",
      ],
      ...["MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQ", "user@host:/srv/git/x.git"],
    ].join("\n");
    expect(withoutKnownShapes(output)).toBe(output);
  });

  test("output that comes line by line is redacted like the whole", () => {
    const text = "a\n-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQ\n-----END EC PRIVATE KEY-----\nb t0ken-value";
    const redact = createLineRedactor(["t0ken-value"]);
    expect(text.split("\n").map(redact)).toEqual(["a", "[secret]", "[secret]", "[secret]", "b [secret]"]);
  });
});

test("RES-6: masking twice changes nothing more", () => {
  const text = 'api_key: sk-ant-0123456789, "token": "abc", Bearer xyz, Basic dXNlcg==, https://me:pw@host/x';
  expect(withoutSecrets(withoutSecrets(text))).toBe(withoutSecrets(text));
});

test("F2: the work grows with the text, not with its square", () => {
  const hostile = ["eyJ-", "sk-ant-", "a://", "-----BEGIN PRIVATE KEY-----\n", "token=", "://a:b", "AKIA", "ghp_"];
  for (const part of hostile) {
    const begun = performance.now();
    withoutSecrets(part.repeat(Math.ceil(400_000 / part.length)));
    expect(performance.now() - begun, part).toBeLessThan(3000);
  }
});
