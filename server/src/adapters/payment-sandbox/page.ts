/** Colors of Frontrow's theme, so that a plain server page looks at home in light and dark. */
export const standInStyle = `
:root {
  --bg: #FAF8F5;
  --surface: #FFFFFF;
  --text: #15121B;
  --quiet: #6B6475;
  --line: #DED6CB;
  --coral: #FF5A4A;
  --ink: #1C0A08;
  --note: #FFEDC2;
  --note-ink: #4A3100;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0B0910;
    --surface: #1B1722;
    --text: #F6F3F8;
    --quiet: #B5AEC0;
    --line: #3A3447;
    --note: #4A3100;
    --note-ink: #FFEDC2;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 24px;
  background: var(--bg);
  color: var(--text);
  font: 16px/1.5 'Inter Variable', system-ui, sans-serif;
}
main {
  width: 100%;
  max-width: 420px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 16px;
  padding: 24px;
}
h1 {
  font: 700 24px/1.15 'Bricolage Grotesque Variable', 'Inter Variable', system-ui, sans-serif;
  letter-spacing: -0.03em;
  margin: 16px 0 8px;
}
p { margin: 0 0 16px; color: var(--quiet); }
.note {
  display: inline-block;
  margin: 0;
  padding: 4px 12px;
  border-radius: 999px;
  background: var(--note);
  color: var(--note-ink);
  font-size: 14px;
  font-weight: 600;
}
.amount { font-size: 28px; font-weight: 700; color: var(--text); font-variant-numeric: tabular-nums; }
form { display: grid; gap: 12px; }
button {
  min-height: 52px;
  border: 1px solid transparent;
  border-radius: 999px;
  background: var(--coral);
  color: var(--ink);
  font: 650 16px/1 inherit;
  font-family: inherit;
  cursor: pointer;
}
button.quiet { background: transparent; color: var(--text); border-color: var(--line); }
button:focus-visible { outline: 2px solid #6C4CF1; outline-offset: 2px; }
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

export interface SandboxPage {
  readonly title: string;
  readonly text: string;
  readonly amount: string;
  /** Where the buttons post to; a finished page has none. */
  readonly action: string | undefined;
  readonly buttons: readonly { readonly decision: string; readonly label: string }[];
}

/** A page without scripts: it says what is asked, how much, and that no real money moves. */
export function sandboxPage({ title, text, amount, action, buttons }: SandboxPage): string {
  const form = action
    ? `<form method="post" action="${escapeHtml(action)}">${buttons
        .map(
          ({ decision, label }, index) =>
            `<button name="decision" value="${decision}"${index > 0 ? ' class="quiet"' : ''}>${escapeHtml(label)}</button>`,
        )
        .join('')}</form>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · Frontrow</title><style>${standInStyle}</style></head>
<body><main><p class="note">Sandbox: no real money</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p class="amount">${escapeHtml(amount)}</p>${form}</main></body></html>`;
}
