/** @jsxImportSource react */
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { dollars, grouped } from '#copy/numbers';
import type { comparisonMachine } from '#machines/comparison';
import { copy, pageTextOf } from '../copy';
import { setProperties } from '../ui';
import { Head, Hidden, Section } from '../ui.styles';
import { Bars, Chips, CostValues, Field, Figure, Instrument } from './Comparison.styles';
import { presentComparison } from './comparison.present';

const { comparison: words } = copy;

/** The calculator: for an amount it shows two costs and the saving. */
export function ComparisonView({ actor }: { actor: ActorRefFrom<typeof comparisonMachine> }) {
  const shown = presentComparison(useSelector(actor, (snapshot) => snapshot));
  const { amount, text, costs, heights } = shown;
  const { length } = grouped(amount).length > text.length ? grouped(amount) : text;
  const none = costs.difference ? undefined : true;

  return (
    <Section className="wrap" aria-labelledby="comparison">
      <Head>
        <h2 id="comparison">{words.title}</h2>
        <p>{words.lead}</p>
      </Head>
      <Instrument>
        <div>
          <label className="label" htmlFor="compared">
            {words.amount}
          </label>
          <Field htmlFor="compared">
            <input
              id="compared"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              aria-describedby="footnote"
              // The text shrinks until it fits, also with wider letter spacing.
              ref={setProperties({ '--chars': length })}
              value={text}
              onChange={(event) => actor.send({ type: 'write', text: event.target.value })}
              onBlur={() => actor.send({ type: 'leave' })}
            />
            <span>{words.unit}</span>
          </Field>
          <Chips translate="no">
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
                {grouped(quick)}
              </button>
            ))}
          </Chips>
        </div>
        <div>
          <p className="label">{words.cost}</p>
          <Bars
            aria-hidden="true"
            translate="no"
            data-none={costs.kaminoCost ? undefined : true}
            ref={setProperties({ '--rival-height': `${heights.kamino}px`, '--our-height': `${heights.iABorrow}px` })}
          >
            <i className="rival" />
            <div>
              <i className="saved" data-none={none} data-long={costs.difference >= 1e8 || undefined}>
                {pageTextOf(shown.less)}
              </i>
              <i className="ours" />
            </div>
          </Bars>
          <CostValues translate="no" data-long={costs.kaminoCost >= 1e8 || undefined}>
            <div>
              <dt>{words.rival}</dt>
              <dd>{dollars(costs.kaminoCost)}</dd>
            </div>
            <div>
              <dt>{copy.brand}</dt>
              <dd>{dollars(costs.iABorrowCost)}</dd>
            </div>
          </CostValues>
        </div>
        <div>
          <p className="label">{words.saving}</p>
          <Figure translate="no" data-none={none}>
            {amount ? pageTextOf(shown.saving) : <span>{pageTextOf(shown.saving)}</span>}
          </Figure>
          <p className="words">{pageTextOf(shown.words)}</p>
        </div>
      </Instrument>
      <p id="footnote">{words.footnote}</p>
      <Hidden role="status">{pageTextOf(shown.heard)}</Hidden>
    </Section>
  );
}
