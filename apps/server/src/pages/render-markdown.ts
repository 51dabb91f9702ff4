import MarkdownIt from 'markdown-it'

/** No HTML, no pictures, and only links that lead to a web page or write a mail. */
const markdown = new MarkdownIt('default', { html: false }).disable('image')
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url)

type Figures = Readonly<Record<string, string | number>>

const filled = (text: string, figures: Figures) =>
  text.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => String(figures[name] ?? slot))

/** Markdown as HTML that is safe to show, with `{{name}}` replaced by figures. */
export const renderMarkdown = (text: string, figures: Figures): string =>
  markdown.render(filled(text, figures))
