export const WorkbenchLogo = () => (
  <svg className="logo" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <rect x="2.5" y="3" width="10" height="7" rx="2.5" />
    <rect x="11.5" y="14" width="10" height="7" rx="2.5" fill="currentColor" />
    <path d="M7.5 10.5v4.5a2.5 2.5 0 0 0 2.5 2.5M15 6.5h1.5" strokeLinecap="round" />
  </svg>
);
