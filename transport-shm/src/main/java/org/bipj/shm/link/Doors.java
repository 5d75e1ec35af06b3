package org.bipj.shm.link;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.core.job.Connections;
import org.bipj.core.nic.PortException;
import org.bipj.shm.job.SessionDirectory;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

/** Doors of ranks: mailboxes in the memory of their session, through which the roots of two groups exchange their names. */
public final class Doors {
    private static final int BYTES = 64 << 10;
    private static final int SECRET_BYTES = 16;
    private static final Pattern NAME =
            Pattern.compile("bipj (?<address>[^#]+)#(?<door>door-[0-9]+-[0-9]+)#(?<secret>[0-9a-f]{32})");

    private final String address;
    private final Store store;
    private int made;

    /** The doors of a rank of a job. */
    public Doors(String address, Store store) {
        this.address = address;
        this.store = store;
    }

    /** Opens one. */
    public Connections.Door open(int rank) {
        String secret = SessionDirectory.random(SECRET_BYTES);
        String memory = "door-" + rank + "-" + made++;
        return new Own(memory, secret, store.create(memory, BYTES));
    }

    private final class Own implements Connections.Door {
        private final String memory;
        private final String secret;
        private final Mapping mapping;
        private final Mailbox box;
        private boolean closed;

        Own(String memory, String secret, Mapping mapping) {
            this.memory = memory;
            this.secret = secret;
            this.mapping = mapping;
            box = new Mailbox(mapping.memory());
        }

        @Override
        public String name() {
            return "bipj " + address + "#" + memory + "#" + secret;
        }

        @Override
        public String called() {
            if (closed || !box.change(Mailbox.POSTED, Mailbox.READ)) {
                return null;
            }
            String letter = box.text();
            if (!letter.startsWith(secret)) {
                box.write("", Mailbox.ANSWERED);
                return null;
            }
            return letter.substring(secret.length());
        }

        @Override
        public void answer(String names) {
            box.write(names, Mailbox.ANSWERED);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                store.remove(memory);
                box.state(Mailbox.CLOSED);
                mapping.close();
            }
        }
    }

    /**
     * Goes to a door.
     *
     * @param door its name
     * @param letter for whoever opens
     * @throws PortException if there is none, or the name is none of a door
     */
    public static Connections.Calling call(String door, String letter) {
        Matcher parts = NAME.matcher(door);
        if (!parts.matches()) {
            throw new PortException("the port name is '" + door + "'; expected what openPort has returned");
        }
        Neighbour neighbour = Neighbour.open(parts.group("address"));
        try {
            Mapping mapping = neighbour.store().open(parts.group("door"));
            return new Call(neighbour, mapping, parts.group("door"), parts.group("secret") + letter);
        } catch (PortException e) {
            neighbour.close();
            throw new PortException("the port '" + door + "' is closed", e);
        }
    }

    private static final class Call implements Connections.Calling {
        /** Between two looks whether the door is still there. */
        private static final int POLLS = 64;

        private final Neighbour neighbour;
        private final Mapping mapping;
        private final Mailbox box;
        private final String door;
        private final String letter;
        private boolean posted;
        private int polls;

        Call(Neighbour neighbour, Mapping mapping, String door, String letter) {
            this.neighbour = neighbour;
            this.mapping = mapping;
            this.door = door;
            this.letter = letter;
            box = new Mailbox(mapping.memory());
        }

        @Override
        public String poll() {
            if (!posted && box.take(ProcessHandle.current().pid())) {
                box.write(letter, Mailbox.POSTED);
                posted = true;
            }
            if (posted && box.state() == Mailbox.ANSWERED) {
                String answer = box.text();
                box.state(Mailbox.FREE);
                close();
                if (answer.isEmpty()) {
                    throw new PortException("the port has another secret than the name");
                }
                return answer;
            }
            boolean isGone = box.state() == Mailbox.CLOSED
                    || ++polls % POLLS == 0
                            && !(neighbour.isThere() && neighbour.store().exists(door));
            if (isGone) {
                close();
                throw new PortException("the port was closed, or its process has ended");
            }
            return null;
        }

        private void close() {
            mapping.close();
            neighbour.close();
        }
    }
}
