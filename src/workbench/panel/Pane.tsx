import { Component, type ReactNode } from 'react';

interface PaneProps {
  /** The name of this part of the panel, for an error message. */
  name: string;
  /** After an error, the part is rendered again when this value changes. */
  when?: unknown;
  children: ReactNode;
}

/** An error boundary around a part of the panel. The other parts keep working. */
export class PaneBoundary extends Component<PaneProps, { problem: string; when: unknown }> {
  override state = { problem: '', when: this.props.when };

  static getDerivedStateFromError(error: unknown) {
    return { problem: String(error) };
  }

  static getDerivedStateFromProps({ when }: PaneProps, state: { when: unknown }) {
    return when === state.when ? null : { problem: '', when };
  }

  override render() {
    const { name, children } = this.props;
    if (!this.state.problem) return children;
    return (
      <section className="broken" aria-label={name}>
        <p>
          {name} can't be shown: {this.state.problem}
        </p>
        <button type="button" onClick={() => this.setState({ problem: '' })}>
          Try again
        </button>
      </section>
    );
  }
}
