import { socialReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { Config } from '../../../process/config.ts';
import { pageOrigin } from '../../../http/addresses/page-origin.ts';

/** Where the provider sends people back to: a configured one knows one address alone, the built-in one the page they came from. */
export function returnAddress(config: Config, header: (name: string) => string | undefined): string {
  const origin = config.instagram ? config.publicUrl : pageOrigin(config, header('host'));
  return `${origin}${socialReturnPath}`;
}
