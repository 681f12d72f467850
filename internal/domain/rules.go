package domain

import "math"

const (
	maxMoney = 1e12
	maxInt32 = math.MaxInt32

	minExchangeRate = 1e-9 // a rate must be above 0
)

// ruleTable returns all rules by name.
func ruleTable() map[string]Rule { return rules }

//nolint:gochecknoglobals // constant data: built once, never written
var rules = map[string]Rule{
	"project name":         {Kind: TextRule, Min: 1, Max: 80, Trim: true},
	"title":                {Kind: TextRule, Min: 1, Max: 255, Trim: true},
	"description":          {Kind: TextRule, Max: 100_000},
	"goal":                 {Kind: TextRule, Max: 2_000},
	"color":                {Kind: ColorRule, Max: 7},
	"lines":                {Kind: LinesRule, Min: 1, Max: 1_000, Items: 200},
	"percent":              {Kind: NumberRule, Min: 0, Max: 100},
	"money":                {Kind: NumberRule, Min: 0, Max: maxMoney},
	"currency":             {Kind: CurrencyRule, Max: 3},
	"exchange rate":        {Kind: NumberRule, Min: minExchangeRate, Max: maxMoney},
	"reason":               {Kind: TextRule, Max: 500, Trim: true},
	"points":               {Kind: NumberRule, Min: 0, Max: 10_000},
	"priority":             {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"critique", "haute", "normale", "faible"}},
	"status key":           {Kind: TextRule, Min: 1, Max: 64},
	"epic status":          {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"backlog", "todo", "in_progress", "in_review", "done", "blocked"}},
	"super-epic status":    {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"backlog", "in_progress", "done"}},
	"sprint status":        {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"planning", "active", "completed"}},
	"subtask status":       {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"todo", "in_progress", "done"}},
	"date":                 {Kind: DateRule},
	"moment":               {Kind: MomentRule},
	"user":                 {Kind: IntegerRule, Min: 1, Max: 1 << 53, Noun: "a user"},
	"sort order":           {Kind: IntegerRule, Min: -maxInt32 - 1, Max: maxInt32},
	"minutes":              {Kind: IntegerRule, Min: 1, Max: 100_000},
	"entry comment":        {Kind: TextRule, Max: 2_000},
	"commentary":           {Kind: TextRule, Max: 10_000, Trim: true},
	"stored commentary":    {Kind: TextRule, Min: 1, Max: 10_000, Trim: true},
	"content":              {Kind: TextRule, Min: 1, Max: 100_000},
	"file name":            {Kind: TextRule, Min: 1, Max: 255, Trim: true, Line: true, FileName: true},
	"mentions":             {Kind: IntegersRule, Min: 1, Max: 1 << 53, Items: 100},
	"project":              {Kind: UUIDRule, Noun: "a project"},
	"ticket":               {Kind: UUIDRule, Noun: "a ticket"},
	"time entry":           {Kind: UUIDRule, Noun: "a time entry"},
	"op":                   {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"create", "update", "delete"}},
	"epic":                 {Kind: UUIDRule, Noun: "an epic"},
	"super-epic":           {Kind: UUIDRule, Noun: "a super-epic"},
	"sprint":               {Kind: UUIDRule, Noun: "a sprint"},
	"tags":                 {Kind: UUIDsRule, Items: 100, Noun: "tags", Item: "a tag"},
	"projects":             {Kind: UUIDsRule, Items: 1_000, Noun: "projects", Item: "a project"},
	"accepted invitations": {Kind: UUIDsRule, Items: 200, Noun: "invitations", Item: "an invitation"},
	"dependencies":         {Kind: UUIDsRule, Items: 500, Noun: "tickets", Item: "a ticket"},
	"page":                 {Kind: IntegerRule, Min: 1, Max: 1 << 53},
	"per page":             {Kind: IntegerRule, Min: 1, Max: 500},
	"cursor":               {Kind: TextRule, Max: 200},
	"ticket sort":          {Kind: TextRule, Min: 1, Max: 16, Enum: ticketSorts()},
	"email":                {Kind: TextRule, Min: 3, Max: 254, Trim: true, Line: true},
	"password":             {Kind: TextRule, Min: 1, Max: 1_000},
	"code":                 {Kind: TextRule, Max: 64, Trim: true, Line: true},
	"token":                {Kind: TextRule, Min: 1, Max: 100, Trim: true, Line: true},
	"person name":          {Kind: TextRule, Min: 1, Max: 100, Trim: true, Line: true},
	"stored firstname":     {Kind: TextRule, Min: 1, Max: 254, Trim: true, Line: true}, // holds the email until an invited person sets their name
	"stored lastname":      {Kind: TextRule, Max: 100, Trim: true, Line: true},
	"label":                {Kind: TextRule, Min: 1, Max: 80, Trim: true},
	"service":              {Kind: TextRule, Max: 120, Trim: true},
	"role":                 {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"owner", "admin", "member", "viewer"}},
	"scrum role":           {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"product_owner", "scrum_master", "developer", "tester", "designer", "stakeholder"}},
	"member status":        {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"active", "invited", "inactive"}},
	"rates for":            {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"everyone", "admins"}},
	"plan":                 {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"free", "pro", "business"}},
	"flag":                 {Kind: BoolRule},
	"search text":          {Kind: TextRule, Max: 200, Trim: true},
	"subtasks":             {Kind: UUIDsRule, Items: 1_000, Noun: "subtasks", Item: "a subtask"},
	"bulk tickets":         {Kind: UUIDsRule, Items: 500, Noun: "tickets", Item: "a ticket"},
	"typed name":           {Kind: TextRule, Max: 200},
	"unfinished":           {Kind: TextRule, Min: 1, Max: 64},
	"end":                  {Kind: TextRule, Min: 1, Max: 64},
	"scopes":               {Kind: LinesRule, Min: 1, Max: 64, Items: 64},
	"addresses":            {Kind: LinesRule, Min: 1, Max: 64, Items: 100},
	"overlap":              {Kind: IntegerRule, Min: 0, Max: 720},
	"new role":             {Kind: TextRule, Min: 1, Max: 16, Enum: []string{"admin", "member", "viewer"}},
	"member":               {Kind: UUIDRule, Noun: "a member"},
	"tag":                  {Kind: UUIDRule, Noun: "a tag"},
	"type":                 {Kind: UUIDRule, Noun: "a ticket type"},
	"types":                {Kind: UUIDsRule, Items: 1_000, Noun: "ticket types", Item: "a ticket type"},
	"status keys":          {Kind: LinesRule, Min: 1, Max: 64, Items: 1_000},
	"link type": {Kind: TextRule, Min: 1, Max: 16, Enum: []string{
		string(FinishToStart), string(StartToStart), string(FinishToFinish), string(StartToFinish),
	}},
	"lag":       {Kind: IntegerRule, Min: -1_000, Max: 1_000},
	"workdays":  {Kind: WeekdaysRule, Min: 1, Max: 7, Items: 7},
	"holidays":  {Kind: DatesRule, Items: 1_000},
	"node type": {Kind: TextRule, Min: 1, Max: 16, Enum: []string{string(EpicNode), string(SuperEpicNode)}},
	"node":      {Kind: UUIDRule, Noun: "an epic or a super-epic"},
}
