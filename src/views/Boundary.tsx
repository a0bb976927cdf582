import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  onCrash: () => void;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps> {
  override state = { crashed: false };
  static getDerivedStateFromError = () => ({ crashed: true });
  override componentDidCatch() {
    this.props.onCrash();
  }
  override render() {
    return this.state.crashed ? null : this.props.children;
  }
}
