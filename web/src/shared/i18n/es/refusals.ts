import sentences from '@frontrow/core/translations/es.ts';
import { asTexts } from '../core-texts.ts';

export default asTexts(sentences);
