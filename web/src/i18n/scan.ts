// Finds hard-coded text in components. Used by tests only.
import { parseSync } from 'vite';

type Node = Record<string, unknown> & { type: string };

/** Attributes and properties whose text is shown to the reader. */
const shown = new Set(
  [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'title',
    'placeholder',
    'label',
    'description',
    'alt',
  ].concat(['error', 'message', 'text', 'lead', 'nothingFoundMessage']),
);
/** Names that are the same in every language. */
const names = new Set(['Earnest', 'English', 'Français']);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Lists the untranslated strings in the source of a .tsx file. */
export function untranslated(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node) => {
    found.push(
      ...textsAt(node)
        .map((text) => text.trim())
        .filter((text) => /\p{L}/u.test(text) && !names.has(text)),
    );
    childrenOf(node).forEach(visit);
  };
  visit(parseSync('component.tsx', source).program as unknown as Node);
  return found;
}

function textsAt(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value)];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return (node.children as Node[]).filter((child) => child.type === 'JSXExpressionContainer').flatMap(literals);
  }
  if (node.type === 'JSXAttribute' && shown.has(nameOf(node.name))) return literals(node.value);
  if (node.type === 'Property' && shown.has(nameOf(node.key))) return literals(node.value);
  return [];
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '');

/** The string literals an expression may evaluate to, ignoring call arguments. */
function literals(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return literals(node.expression);
    case 'ConditionalExpression':
      return [...literals(node.consequent), ...literals(node.alternate)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node.operator === '===' || node.operator === '!=='
        ? []
        : [...literals(node.left), ...literals(node.right)];
    default:
      return [];
  }
}
