import type { ComponentChildren } from "preact";
import type { BoardCard, CardAction } from "../../../view/model/board.ts";
import { pathOf } from "../../logic/route.ts";
import { Icon } from "../icon.tsx";
import { ContinueButton, FinishButton, RaiseForm, StopButton } from "./feature-acts.tsx";

/** What can be done now, the likeliest first. */
export function CardActions({ card }: { readonly card: BoardCard }) {
  if (card.actions.length === 0) return null;
  return (
    <div class="card-actions">
      {card.actions.map((action, place) =>
        action === "raise-budget" ? (
          <Fold key={action} label={card.raise.label}>
            <Action action={action} card={card} />
          </Fold>
        ) : (
          <Action key={action} action={action} card={card} isOther={place > 0} />
        ),
      )}
    </div>
  );
}

function Fold({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <details class="fold-out">
      <summary class="button">
        {label}
        <Icon name="chevron" />
      </summary>
      <div class="card">{children}</div>
    </details>
  );
}

interface ActionOf {
  readonly action: CardAction;
  readonly card: BoardCard;
  readonly isOther?: boolean;
}

function Action({ action, card: { feature, questions, money, raise }, isOther = false }: ActionOf) {
  const look = isOther ? { look: "plain" as const } : {};
  switch (action) {
    case "answer": {
      const [id] = questions;
      const address = id === undefined ? pathOf("inbox", {}) : pathOf("question", { repo: feature.repo, id });
      return (
        <a class="button soft" href={address}>
          Answer
        </a>
      );
    }
    case "start":
      return <ContinueButton feature={feature} label="Start" {...look} />;
    case "continue":
      return <ContinueButton feature={feature} label="Continue" {...look} />;
    case "stop":
      return <StopButton feature={feature} label="Stop" {...look} />;
    case "finish":
      return <FinishButton feature={feature} label="Finish" {...look} />;
    case "raise-budget":
      return (
        <RaiseForm
          feature={feature}
          needs={raise.needs ?? "maxCost"}
          body={raise.body}
          label="Continue with it"
          before={raise.needs === "maxDispatches" ? null : money.budget}
        />
      );
  }
}
