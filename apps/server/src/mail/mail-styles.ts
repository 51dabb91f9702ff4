import type { CSSProperties } from 'react'

// The colors of the web app's theme as values: mail programs do not support custom properties.

const light = {
  paper: '#fbfbf9',
  surface: '#ffffff',
  line: '#e6e6e2',
  ink: '#16191b',
  soft: '#646a70',
  accent: '#0d6660',
  onAccent: '#ffffff',
}
const dark = {
  paper: '#101315',
  surface: '#171b1e',
  line: '#282e33',
  ink: '#edf0f1',
  soft: '#8e979d',
  accent: '#56c4b8',
  accentFill: '#3fb3a6',
  onAccent: '#04201d',
}

const font = "Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const reading: CSSProperties = { fontFamily: font, fontSize: 15, lineHeight: '23px' }
const small: CSSProperties = { fontFamily: font, fontSize: 13, lineHeight: '20px' }

export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: light.paper },
  preview: { display: 'none', overflow: 'hidden', maxHeight: 0, maxWidth: 0, opacity: 0, lineHeight: '1px' },
  page: { backgroundColor: light.paper },
  pad: { padding: '32px 16px' },
  column: { maxWidth: 560 },
  headCell: { padding: '0 4px 16px' },
  headMark: { paddingRight: 9 },
  headName: { ...reading, fontWeight: 600, color: light.ink },
  mark: { width: 18, border: `2px solid ${light.accent}`, borderRadius: 5, borderCollapse: 'separate' },
  markUpper: { height: 6, fontSize: 1, lineHeight: '1px', borderBottom: `2px solid ${light.accent}` },
  markLower: { height: 6, fontSize: 1, lineHeight: '1px' },
  card: {
    padding: '28px 28px 18px',
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderRadius: 10,
  },
  title: {
    margin: '0 0 16px',
    fontFamily: font,
    fontSize: 20,
    lineHeight: '28px',
    fontWeight: 600,
    color: light.ink,
  },
  paragraph: { ...reading, margin: '0 0 16px', color: light.ink },
  closing: { ...small, margin: '0 0 10px', color: light.soft },
  name: { fontWeight: 600, overflowWrap: 'anywhere', color: light.ink },
  facts: { margin: '4px 0 20px', borderTop: `1px solid ${light.line}` },
  factLabel: {
    ...small,
    width: 96,
    padding: '8px 12px 8px 0',
    verticalAlign: 'top',
    color: light.soft,
    borderBottom: `1px solid ${light.line}`,
  },
  factValue: {
    ...small,
    padding: '8px 0',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    color: light.ink,
    borderBottom: `1px solid ${light.line}`,
  },
  way: {
    ...small,
    padding: '10px 0',
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${light.line}`,
    color: light.soft,
  },
  wayLink: { ...reading, fontWeight: 600, color: light.accent, textDecoration: 'underline' },
  buttonFrame: { margin: '4px 0 14px', borderCollapse: 'separate' },
  button: { backgroundColor: light.accent, borderRadius: 7 },
  buttonWords: {
    ...reading,
    display: 'inline-block',
    padding: '9px 18px',
    fontWeight: 600,
    color: light.onAccent,
    textDecoration: 'none',
  },
  address: {
    ...small,
    margin: '0 0 20px',
    overflowWrap: 'anywhere',
    wordBreak: 'break-word',
    color: light.soft,
  },
  link: { color: light.accent, textDecoration: 'underline' },
  footCell: { padding: '18px 4px 0' },
  foot: { ...small, fontSize: 12, lineHeight: '19px', margin: 0, color: light.soft },
  footLink: { color: light.soft, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

/** Only `!important` overrides the inline styles above. */
export const darkStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.pad{padding:20px 10px!important}.card{padding:22px 18px 14px!important}}
@media (prefers-color-scheme:dark){
.paper{background-color:${dark.paper}!important}
.card{background-color:${dark.surface}!important;border-color:${dark.line}!important}
.facts,.facts td{border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.accent{color:${dark.accent}!important}
.mark,.mark-upper{border-color:${dark.accent}!important}
.button{background-color:${dark.accentFill}!important}
.button-words{color:${dark.onAccent}!important}
}`
