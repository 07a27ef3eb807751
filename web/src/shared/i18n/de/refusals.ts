import sentences from '@frontrow/core/translations/de.ts';
import { asTexts } from '../core-texts.ts';

export default asTexts(sentences);
