/**
 * Returns the Content Security Policy for the pages of a developer tool. `connect` lists origins to which the page may
 * connect besides its own. `trusted` is the name of its Trusted Types policy. The hash allows empty <style> elements,
 * which Emotion inserts.
 */
export const toolPolicyOf = (connect = '', trusted = "'none'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${connect}`.trim(),
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trusted}`,
  ].join('; ');

interface ToolPage {
  title: string;
  policy: string;
  /** The file name of the page's script, or '' if it has none. */
  script: string;
  style: string;
  body: string;
}

/** Returns the HTML of a page of a developer tool. */
export const toolPageOf = ({ title, policy, script, style, body }: ToolPage) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./${style}">
</head>
<body>${body}${script && `<script type="module" src="./${script}"></script>`}</body>
</html>
`;
