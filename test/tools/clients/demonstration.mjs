// A workspace with the objects of the document's examples, so that the example of every request works.

export function demonstration(document) {
  const example = (name) => document.components.schemas[name].examples[0];
  const uuid = (name) => example(name).uuid;
  const owner = "owner@example.org";
  const member = example("TeamMember");
  const people = ["second@example.org", "third@example.org"].map((email) => ({ email, firstname: "Some", lastname: "Body" }));
  // The first user exists already, so that the ids go up to that of the example's member.
  const users = [{ email: owner, firstname: "Tom", lastname: "Berger" }, ...people.slice(0, member.user_id - 3)];
  users.push({ email: member.email, firstname: member.firstname, lastname: member.lastname });
  return {
    users,
    projects: [
      {
        uuid: uuid("Project"),
        name: example("Project").name,
        budget: 120000,
        members: [
          { user: owner, project_role: "owner" },
          { user: member.email, uuid: member.uuid, tjm: member.tjm },
        ],
        tags: [{ ref: "tag", uuid: uuid("Tag"), name: example("Tag").name }],
        super_epics: [{ ref: "super-epic", uuid: uuid("SuperEpic"), title: "Vente en ligne" }],
        epics: [{ ref: "epic", uuid: uuid("Epic"), title: "Paiement" }],
        sprints: [{ ref: "sprint", uuid: uuid("Sprint"), title: "Sprint 7", start_date: "2026-03-02", end_date: "2026-03-13" }],
        tickets: [
          { ref: "earlier", uuid: uuid("TicketRef"), title: "Ouvrir un compte marchand" },
          {
            uuid: uuid("Ticket"),
            title: "Payer par carte bancaire",
            subtasks: [{ uuid: uuid("Subtask"), title: "Écrire les tests de refus" }],
            comments: [{ uuid: uuid("Comment"), author: owner, content: "<p>Essayé.</p>" }],
            time_entries: [{ uuid: uuid("TimeEntry"), user: member.email, duration_minutes: 90, logged_at: "2026-03-10" }],
          },
        ],
        milestones: [{ uuid: uuid("Milestone"), name: "Mise en production", date: "2026-04-15" }],
        dependencies: [{ pred: "epic", succ: "super-epic" }],
      },
    ],
  };
}
