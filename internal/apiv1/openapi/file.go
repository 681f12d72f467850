package openapi

import "earnest/internal/apiv1"

// Media types of operations on files.
const (
	anyMedia    = "*/*"
	binaryMedia = "application/octet-stream"
	formMedia   = "multipart/form-data"

	fileMember = "file" // of a form
	sampleFile = "facture.pdf"
)

func binarySchema(about string) *schema {
	return &schema{Type: types{stringType}, Format: "binary", Description: about}
}

// uploadBody describes a file in the body of a request.
func uploadBody() *requestBody {
	form := &schema{
		Type:        types{objectType},
		Description: "a form with one part",
		Required:    []string{fileMember},
		Properties:  ordered[*schema]{{fileMember, binarySchema("the file, with its name")}},
	}
	return &requestBody{
		Required: true,
		Description: "The file, of at most 25 MiB unless the operator of the server says otherwise: its bytes alone, with the parameter `name`, or a form " +
			"with one part, `file`. The type of the content is recognised by its first bytes; what the request says about it is ignored.",
		Content: map[string]media{binaryMedia: {Schema: binarySchema("the bytes of the file")}, formMedia: {Schema: form}},
	}
}

// fileResponses adds the responses with the bytes of a file.
func fileResponses(list *ordered[response], r apiv1.Route) {
	content := map[string]media{anyMedia: {Schema: binarySchema("the bytes of the file")}}
	list.add("200", response{
		Description: "The bytes of the file. Only images (PNG, JPEG, GIF and WebP) are sent as such, to be shown in place; everything else is a download.",
		Headers:     headerRefs(successHeaders(r)...),
		Content:     content,
	})
	list.add("206", response{
		Description: "The range of bytes that the header Range asks for.",
		Headers:     headerRefs(successHeaders(r)...),
		Content:     content,
	})
}
