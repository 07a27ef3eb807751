/** Three heads in a front row, the middle one in coral, as parts of an SVG: 33 wide, 26 high. */
export const markShapes =
  '<g fill="#fff"><circle cx="5" cy="8" r="4"/>' +
  '<path d="M0 26v-7a5 5 0 0 1 5-5h2a5 5 0 0 1 3 1v11zM33 26v-7a5 5 0 0 0-5-5h-2a5 5 0 0 0-3 1v11z"/>' +
  '<circle cx="28" cy="8" r="4"/></g><g fill="#FF5A4A"><circle cx="16.5" cy="5" r="4.8"/>' +
  '<path d="M9 26v-8a7 7 0 0 1 7-7h1a7 7 0 0 1 7 7v8z"/></g>';
