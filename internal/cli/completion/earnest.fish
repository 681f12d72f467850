# Completion of earnest for fish: earnest completion fish | source
function __earnest_complete
	earnest complete (commandline --current-process --tokenize --cut-at-cursor)[2..] (commandline --current-token) 2>/dev/null
end
complete --command earnest --no-files --condition 'count (__earnest_complete) >/dev/null' --arguments '(__earnest_complete)'
