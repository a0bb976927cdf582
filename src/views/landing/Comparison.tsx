import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { formatDollars, groupDigits } from '#copy/numbers';
import type { comparisonMachine } from '#machines/comparison';
import { copy, pageTextOf } from '../copy';
import { setCustomProperties } from '../ui';
import { presentComparison } from './comparison.present';

const { comparison: words } = copy;

export function ComparisonView({ actor }: { actor: ActorRefFrom<typeof comparisonMachine> }) {
  const shown = presentComparison(useSelector(actor, (snapshot) => snapshot));
  const { amount, text, costs, heights } = shown;
  const { length } = groupDigits(amount).length > text.length ? groupDigits(amount) : text;
  const bars = { '--rival-height': `${heights.kamino}px`, '--our-height': `${heights.iABorrow}px` };
  const none = costs.difference ? undefined : true;

  return (
    <section className="wrap section" aria-labelledby="comparison">
      <div className="section-head">
        <h2 id="comparison">{words.title}</h2>
        <p>{words.lead}</p>
      </div>
      <div className="comparison">
        <div>
          <label className="label" htmlFor="compared">
            {words.amount}
          </label>
          <label className="compared" htmlFor="compared">
            <input
              id="compared"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              aria-describedby="footnote"
              // The text shrinks until it fits, also with wider letter spacing.
              ref={setCustomProperties({ '--chars': length })}
              value={text}
              onChange={(event) => actor.send({ type: 'write', text: event.target.value })}
              onBlur={() => actor.send({ type: 'leave' })}
            />
            <span>{words.unit}</span>
          </label>
          <div className="chips" translate="no">
            {shown.quick.map(({ quick, label, isPressed }) => (
              <button
                key={quick}
                type="button"
                name="quick"
                value={quick}
                aria-label={pageTextOf(label)}
                aria-pressed={isPressed}
                onClick={() => {
                  actor.send({ type: 'write', text: String(quick) });
                  actor.send({ type: 'leave' });
                }}
              >
                {groupDigits(quick)}
              </button>
            ))}
          </div>
        </div>
        <div>
          <p className="label">{words.cost}</p>
          <div
            className="bars"
            aria-hidden="true"
            translate="no"
            data-none={costs.kaminoCost ? undefined : true}
            ref={setCustomProperties(bars)}
          >
            <i className="rival" />
            <div>
              <i className="saved" data-none={none} data-long={costs.difference >= 1e8 || undefined}>
                {pageTextOf(shown.less)}
              </i>
              <i className="ours" />
            </div>
          </div>
          <dl className="costs" translate="no" data-long={costs.kaminoCost >= 1e8 || undefined}>
            <div>
              <dt>{words.rival}</dt>
              <dd>{formatDollars(costs.kaminoCost)}</dd>
            </div>
            <div>
              <dt>{copy.brand}</dt>
              <dd>{formatDollars(costs.iABorrowCost)}</dd>
            </div>
          </dl>
        </div>
        <div>
          <p className="label">{words.saving}</p>
          <p className="saving" translate="no" data-none={none}>
            {amount ? pageTextOf(shown.saving) : <span>{pageTextOf(shown.saving)}</span>}
          </p>
          <p className="words">{pageTextOf(shown.words)}</p>
        </div>
      </div>
      <p id="footnote">{words.footnote}</p>
      <span className="hidden" role="status">
        {pageTextOf(shown.heard)}
      </span>
    </section>
  );
}
