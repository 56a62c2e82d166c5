// A feature that belongs to a project is told about it.
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, spec, specify, writes } from "../../support/story.ts";

const PROJECT = "docs/projects/P001-safer-logins";
const CONTEXT = `## Project Context
**Project:** Safer Logins | **This feature:** login limit
**Project goals:** 
- Guessing is pointless
**Feature dependencies:** completed: 000-merged-since | blocked: 001-first-of-all
**Priority signal:** M1: Stop the guessing`;

const metaOf = (id: string, slug: string, status: string) => ({
  [`docs/features/${id}-${slug}/.meta.json`]: JSON.stringify({ id, slug, status }),
});

verifies(
  "IMP-4",
  "goals, dependencies and milestone of the project reach the author; a missing project is warned about",
  async () => {
    const place = await workplace(
      {
        "spec-author": [writes(spec(), { promptHas: [CONTEXT] }), writes(spec())],
        "spec-reviewer": [{ reply: approve() }, { reply: approve() }],
        "phase-reviewer": [{ reply: approve() }, { reply: approve() }],
      },
      {
        "README.md": "# R\n",
        [`${PROJECT}/prd.md`]: "# PRD: Safer Logins\n\n## Goals\n- Guessing is pointless\n",
        [`${PROJECT}/roadmap.md`]: "# Roadmap\n\n### M1: Stop the guessing\n- 002-login-limit\n",
        ...metaOf("000", "merged-since", "active"),
        ...metaOf("001", "first-of-all", "planned"),
      },
    );
    await createFeature(place, "--project", "P001", "--depends-on", "000-merged-since,001-first-of-all");
    const meta = JSON.parse(place.read("docs/features/002-login-limit/.meta.json"));
    expect(meta).toMatchObject({ project_id: "P001", depends_on_features: ["000-merged-since", "001-first-of-all"] });
    place.git("switch", "--quiet", "main"); // another feature is merged there and its branch deleted, as finish does
    await place.write(metaOf("000", "merged-since", "completed"));
    place.git("commit", "--quiet", "--all", "--message", "merged");
    place.git("switch", "--quiet", "feature/002-login-limit");

    const ended = await specify(place, "--yolo", "--feature", "002-login-limit");
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);

    await place.script({
      "spec-author": [writes(spec())],
      "spec-reviewer": [{ reply: approve() }],
      "phase-reviewer": [{ reply: approve() }],
    });
    await place.iflow("create-feature", "another", "--project", "P009", "--from", "base");
    const missing = await specify(place, "--yolo", "--feature", "003-another");
    expect([missing.code, missing.stderr]).toEqual([
      0,
      expect.stringContaining("Project artifacts missing for P009, proceeding without project context"),
    ]);
  },
);
