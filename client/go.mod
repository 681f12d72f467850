module earnest/client

go 1.26.0
