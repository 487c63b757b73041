// Asks a running server, in each game, about a legal and an illegal move; then something that makes no sense.
package main

//go:generate buf generate
//go:generate cp ../../python/spielwerk/service/client/service_config.json gen/

import (
	"context"
	_ "embed"
	"fmt"
	"log"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/health" // lets the service config leave out replicas that say NOT_SERVING
	"google.golang.org/grpc/status"

	spielwerk "example.com/spielwerk-check/gen"
)

const (
	qwirklePosition  = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8"
	lokusPosition    = "lokus/1 players=2 hands=g1s1s5b6b7s7g8o8b9s9/b1s2g3o3r4y5r7y9g9y11g12 toilets=r5g11 chosen=r11/-"
	schraubePosition = "schraube/1 players=2 phase=place seat=1 figures=5/0 hands=2,13/39 rerolls=2 dice=124 " +
		"piles=33:5/17:6:3/30:6/10:6:5/24:5/7:5:2"
)

// patience is how long to wait for an answer, all tries together.
const patience = 5 * time.Second

// serviceConfig is the shipped one: calls spread over all addresses, and tried again when a replica is UNAVAILABLE.
//
//go:embed gen/service_config.json
var serviceConfig string

var questions = []struct {
	game  string
	check func(ctx context.Context, connection *grpc.ClientConn, move string) (*spielwerk.Verdict, string, error)
	move  string
}{
	{"Qwirkle", checkQwirkle, "2,0>r4"},
	{"Qwirkle", checkQwirkle, "5,5>y8"},
	{"Lokus", checkLokus, "1:r7"},
	{"Lokus", checkLokus, "0:r7"},
	{"Schraube locker", checkSchraube, "stop"},
	{"Schraube locker", checkSchraube, "place 1"},
}

func main() {
	log.SetFlags(0)
	target := "localhost:50051"
	if len(os.Args) > 1 {
		target = os.Args[1]
	}
	if err := run(target); err != nil {
		log.Fatal(err)
	}
}

func run(target string) error {
	connection, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(serviceConfig))
	if err != nil {
		return err
	}
	defer connection.Close()
	for _, question := range questions {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		verdict, score, err := question.check(ctx, connection, question.move)
		cancel()
		if err != nil {
			return err
		}
		tell(question.game+" "+question.move, verdict, score)
	}
	return askNonsense(connection)
}

// checkQwirkle returns the verdict on a move and, in words, what it brings if it is legal.
func checkQwirkle(ctx context.Context, connection *grpc.ClientConn, move string) (*spielwerk.Verdict, string, error) {
	reply, err := spielwerk.NewQwirkleServiceClient(connection).CheckMove(ctx, &spielwerk.QwirkleServiceCheckMoveRequest{
		Subject: &spielwerk.QwirkleServiceCheckMoveRequest_Position{
			Position: &spielwerk.QwirklePosition{Text: qwirklePosition},
		},
		Move: &spielwerk.QwirkleMove{Choice: &spielwerk.QwirkleMove_Text{Text: move}},
	})
	return reply.GetVerdict(), fmt.Sprintf("%d points", reply.GetScore().GetPoints()), err
}

func checkLokus(ctx context.Context, connection *grpc.ClientConn, move string) (*spielwerk.Verdict, string, error) {
	reply, err := spielwerk.NewLokusServiceClient(connection).CheckMove(ctx, &spielwerk.LokusServiceCheckMoveRequest{
		Position: &spielwerk.LokusPosition{Text: lokusPosition},
		Move:     &spielwerk.LokusMove{Choice: &spielwerk.LokusMove_Text{Text: move}},
	})
	return reply.GetVerdict(), fmt.Sprintf("rolls by seat %d", reply.GetScore().GetRolls()), err
}

func checkSchraube(ctx context.Context, connection *grpc.ClientConn, move string) (*spielwerk.Verdict, string, error) {
	reply, err := spielwerk.NewSchraubeServiceClient(connection).CheckMove(ctx, &spielwerk.SchraubeServiceCheckMoveRequest{
		Position: &spielwerk.SchraubePosition{Text: schraubePosition},
		Move:     &spielwerk.SchraubeMove{Choice: &spielwerk.SchraubeMove_Text{Text: move}},
	})
	return reply.GetVerdict(), fmt.Sprintf("%d points", reply.GetScore().GetTotal()), err
}

// tell prints a verdict. An illegal move is no error: the verdict names every rule that it breaks.
func tell(question string, verdict *spielwerk.Verdict, score string) {
	if verdict.GetLegal() {
		fmt.Printf("%s: legal, %s\n", question, score)
		return
	}
	fmt.Printf("%s: illegal\n", question)
	for _, broken := range verdict.GetViolations() {
		fmt.Printf("  %s %s: %s\n", broken.GetRule(), broken.GetSlug(), broken.GetMessage())
	}
}

// askNonsense asks what makes no sense. That is an error: its details name every fault with the path of the field.
func askNonsense(connection *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_, err := spielwerk.NewQwirkleServiceClient(connection).CheckMove(ctx, &spielwerk.QwirkleServiceCheckMoveRequest{
		Subject: &spielwerk.QwirkleServiceCheckMoveRequest_Position{
			Position: &spielwerk.QwirklePosition{Text: "nonsense"},
		},
	})
	refusal := status.Convert(err)
	if refusal.Code() != codes.InvalidArgument {
		return fmt.Errorf("nonsense was not refused: %w", err)
	}
	fmt.Println("Nonsense: refused")
	for _, detail := range refusal.Details() {
		if badRequest, ok := detail.(*errdetails.BadRequest); ok {
			for _, fault := range badRequest.GetFieldViolations() {
				fmt.Printf("  %s: %s\n", fault.GetField(), fault.GetDescription())
			}
		}
	}
	return nil
}
