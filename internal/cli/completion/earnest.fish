# Completion of earnest for fish: earnest completion fish | source
complete --command earnest --arguments '(earnest complete (commandline --current-process --tokenize --cut-at-cursor)[2..] (commandline --current-token) 2>/dev/null)'
