/** What other features may use: the parts of account forms. */
export { FormRefusal } from './FormRefusal.tsx';
export { LinkCard } from './LinkCard.tsx';
export { default as formStyles } from './forms.module.css';
export { showRefusal } from './form-errors.ts';
export { PictureSection } from './public-profile/PictureSection.tsx';
export { default as shownStyles } from './public-profile/PublicProfile.module.css';
