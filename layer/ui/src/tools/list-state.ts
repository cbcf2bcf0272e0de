import { computed, signal } from "@preact/signals";
import { type Scroll, layOut } from "./rows";
import { haystackOf, matchesWords, wordsOf } from "./filter";
import { groupTools } from "./groups";
import { catalog } from "./catalog";

// The state of the list, from which its rows follow.
export class ListState {
  readonly query = signal("");
  readonly selected = signal<string | undefined>(undefined);
  // The names of tools with a running call, and of the groups that the user has closed.
  readonly running = signal<ReadonlySet<string>>(new Set());
  readonly closed = signal<ReadonlySet<string>>(new Set());
  readonly scroll = signal<Scroll>({ top: 0, height: 0 });
  readonly rem = signal(16);
  // The row that had the focus last.
  readonly focused = signal(-1);
  // The row that gets the focus when it has been drawn.
  readonly toFocus = signal(-1);

  readonly words = computed(() => wordsOf(this.query.value));
  private readonly groups = computed(() => groupTools(catalog.value.tools));
  private readonly haystacks = computed(() => new Map(catalog.value.tools.map((tool) => [tool, haystackOf(tool)])));

  readonly layout = computed(() => {
    const words = this.words.value;
    const haystacks = this.haystacks.value;
    const closed = this.closed.value;
    return layOut({
      groups: this.groups.value,
      isMatch: (tool) => matchesWords(haystacks.get(tool) ?? "", words),
      // A filter opens all groups.
      isClosed: (group) => words.length === 0 && closed.has(group),
      rem: this.rem.value,
    });
  });

  toggleGroup(name: string): void {
    if (this.words.value.length === 0)
      this.closed.value = withMember(this.closed.value, name, !this.closed.value.has(name));
  }

  setRunning(name: string, isRunning: boolean): void {
    this.running.value = withMember(this.running.value, name, isRunning);
  }
}

// A copy of a set, with or without a member.
function withMember(set: ReadonlySet<string>, member: string, isIncluded: boolean): ReadonlySet<string> {
  const copy = new Set(set);
  if (isIncluded) copy.add(member);
  else copy.delete(member);
  return copy;
}
