import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const schemaFile = join(import.meta.dirname, 'pain.001.001.09.xsd');
const faultsShownMax = 3;

/**
 * What ISO 20022's own schema finds wrong with a file, in the words of libxml2; undefined: nothing. The library is
 * loaded only here, since a file is made a few times a week. What it hands out is freed by hand.
 */
export async function painFaults(xml: string): Promise<string | undefined> {
  const { XmlDocument, XmlValidateError, XsdValidator } = await import('libxml2-wasm');
  const schema = XmlDocument.fromString(readFileSync(schemaFile, 'utf8'));
  const validator = XsdValidator.fromDoc(schema);
  const file = XmlDocument.fromString(xml);
  try {
    validator.validate(file);
    return undefined;
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details
      .slice(0, faultsShownMax)
      .map(({ message, line }) => `line ${line}: ${message.trim()}`)
      .join('; ');
  } finally {
    for (const each of [file, validator, schema]) each.dispose();
  }
}
