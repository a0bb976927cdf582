import { Component, type ReactNode } from 'react';

export class ErrorBoundary extends Component<{ onCrash: () => void; children: ReactNode }> {
  override state = { crashed: false };
  static getDerivedStateFromError = () => ({ crashed: true });
  override componentDidCatch() {
    this.props.onCrash();
  }
  override render() {
    return this.state.crashed ? null : this.props.children;
  }
}
