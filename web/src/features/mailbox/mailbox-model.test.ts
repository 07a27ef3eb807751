import { describe, expect, it } from 'vitest';
import { framePage, ownPath } from './mailbox-model.ts';

describe('dev mailbox', () => {
  it('a plain-text email is shown as text, never as markup', () => {
    expect(framePage({ html: '', text: '<script>x</script>' })).toContain('&lt;script>x&lt;/script>');
  });

  it('a link to this site opens on this site', () => {
    expect(ownPath('http://localhost:3000/join?token=a#b', 'http://localhost:3000')).toBe('/join?token=a#b');
    expect(ownPath('https://example.com/x', 'http://localhost:3000')).toBe('https://example.com/x');
    expect(ownPath('nonsense', 'http://localhost:3000')).toBe('nonsense');
  });
});
