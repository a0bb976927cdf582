import 'react';

declare module 'react' {
  /** Invoker commands, which open a dialog before scripts run. React passes them through. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
