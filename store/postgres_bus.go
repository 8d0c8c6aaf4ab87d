package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Bus carries texts between the processes that use a database in PostgreSQL. It implements cluster.Bus.
type Bus struct {
	store  *Store
	config *pgx.ConnConfig
	self   string
}

// NewBus returns the bus of a database, which Store has open. Self is a word that no other process has.
func NewBus(address string, s *Store, self string) (*Bus, error) {
	config, err := pgConfig(address, connectTimeout)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count"} {
		config.RuntimeParams[key] = ownerKeepAlive
	}
	return &Bus{s, config, self}, nil
}

// busChannel is the name of the channel. A database may have several bots in schemas of their own.
const busChannel = "'stackmate_' || (hashtext(current_schema()) & 2147483647)"

// Publish implements cluster.Bus. PostgreSQL refuses texts of 8,000 bytes and more.
func (b *Bus) Publish(ctx context.Context, topic, text string) error {
	_, err := b.store.write.ExecContext(ctx, "SELECT pg_notify("+busChannel+", ?)", b.self+" "+topic+" "+text)
	return err
}

// Listen implements cluster.Bus.
func (b *Bus) Listen(ctx context.Context, listening func(), hear func(topic, text string)) error {
	conn, err := pgx.ConnectConfig(ctx, b.config)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	var channel string
	if err := conn.QueryRow(ctx, "SELECT "+busChannel).Scan(&channel); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	listening()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if parts := strings.SplitN(n.Payload, " ", 3); len(parts) == 3 && parts[0] != b.self {
			hear(parts[1], parts[2])
		}
	}
}
