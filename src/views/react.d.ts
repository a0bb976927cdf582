import 'react';

declare module 'react' {
  /** Invoker commands, which open a dialog before any script has come. React passes them through as written. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
