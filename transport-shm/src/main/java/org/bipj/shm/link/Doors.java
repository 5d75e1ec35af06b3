package org.bipj.shm.link;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.job.SessionDirectory;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

/** Doors of ranks: mailboxes in the memory of their session, through which the roots of two groups exchange their names. */
public final class Doors {
    private static final int BYTES = 64 << 10;
    private static final int SECRET_BYTES = 16;
    private static final Pattern NAME = Pattern.compile(
            "bipj (?<address>[^#]+)#(?<door>door-[0-9]{1,9}-[0-9]+)#(?<secret>[0-9a-f]{32})(@(?<place>[^ #]+))?");

    private final String address;
    private final Store store;
    private int made;

    /** The doors of a rank of a job. */
    public Doors(String address, Store store) {
        this.address = address;
        this.store = store;
    }

    /** Opens one; {@code far} is null where guests of this host alone come. */
    public Connections.Door open(int rank, FarJobs far) {
        Name name = newName(address, rank, made++, null);
        String memory = name.door;
        String secret = name.secret;
        Mapping mapping = store.create(memory, BYTES);
        Own near = new Own(memory, secret, mapping);
        if (far == null) {
            return near;
        }
        try {
            return new DoorOfBoth(near, far.openDoor(address + "#" + memory, secret));
        } catch (PortException e) {
            near.close();
            throw e;
        }
    }

    /** The name of a rank's next door, with a new secret. */
    public static Name newName(String address, int rank, int number, String place) {
        return new Name(address, "door-" + rank + "-" + number, SessionDirectory.random(SECRET_BYTES), place);
    }

    /** The process that has opened a door; null if the name is none of a door. */
    public static ProcessName opener(String door) {
        Name name = Name.find(door);
        return name == null ? null : name.opener();
    }

    /**
     * What the name of a door says.
     *
     * @param address of the job
     * @param door its name there
     * @param secret hexadecimal digits
     * @param place where guests of other hosts find it; null: they do not
     */
    public record Name(String address, String door, String secret, String place) {
        /**
         * Reads one.
         *
         * @throws PortException if it is none
         */
        public static Name parse(String name) {
            Name found = find(name);
            if (found == null) {
                throw new PortException("the port name is '" + name + "'; expected what openPort has returned");
            }
            return found;
        }

        /** Reads one; null if it is none. */
        public static Name find(String name) {
            Matcher parts = NAME.matcher(name);
            return parts.matches()
                    ? new Name(parts.group("address"), parts.group("door"), parts.group("secret"), parts.group("place"))
                    : null;
        }

        /** The process that has opened it. */
        ProcessName opener() {
            return new ProcessName(address, Integer.parseInt(door.split("-", 3)[1]));
        }

        /** Without the secret, for messages. */
        public String shown() {
            return address + "#" + door + (place == null ? "" : " at " + place);
        }

        /** As text. */
        @Override
        public String toString() {
            return "bipj " + address + "#" + door + "#" + secret + (place == null ? "" : "@" + place);
        }
    }

    /** A door to which guests of this host come by its memory, others by the network. */
    private static final class DoorOfBoth implements Connections.Door {
        private final Connections.Door near;
        private final Connections.Door far;

        DoorOfBoth(Connections.Door near, Connections.Door far) {
            this.near = near;
            this.far = far;
        }

        @Override
        public String name() {
            return near.name() + "@" + far.name();
        }

        @Override
        public Connections.Guest called() {
            Connections.Guest guest = near.called();
            return guest == null ? far.called() : guest;
        }

        @Override
        public void close() {
            near.close();
            far.close();
        }
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
            return new Name(address, memory, secret, null).toString();
        }

        @Override
        public synchronized Connections.Guest called() {
            if (closed || !box.change(Mailbox.POSTED, Mailbox.READ)) {
                return null;
            }
            String letter = box.text();
            if (!letter.startsWith(secret)) {
                box.write("", Mailbox.ANSWERED);
                return null;
            }
            return new Waiting(letter.substring(secret.length()));
        }

        private synchronized void answer(String names) {
            if (!closed) {
                box.write(names, Mailbox.ANSWERED);
            }
        }

        /** The guest whose letter is in the box, until it is answered. */
        private final class Waiting implements Connections.Guest {
            private final String letter;

            Waiting(String letter) {
                this.letter = letter;
            }

            @Override
            public String letter() {
                return letter;
            }

            @Override
            public void answer(String names) {
                Own.this.answer(names);
            }
        }

        @Override
        public synchronized void close() {
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
        Name name = Name.parse(door);
        Neighbour neighbour = Neighbour.open(name.address);
        try {
            Mapping mapping = neighbour.store().open(name.door);
            return new Call(neighbour, mapping, name, letter);
        } catch (PortException e) {
            neighbour.close();
            throw new PortException("the port " + name.shown() + " is closed", e);
        }
    }

    private static final class Call implements Connections.Calling {
        /** Between two looks whether the door is still there. */
        private static final int POLLS = 64;

        private final Neighbour neighbour;
        private final Mapping mapping;
        private final Mailbox box;
        private final Name door;
        private final String letter;
        private boolean posted;
        private int polls;

        Call(Neighbour neighbour, Mapping mapping, Name door, String letter) {
            this.neighbour = neighbour;
            this.mapping = mapping;
            this.door = door;
            this.letter = door.secret + letter;
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
            if (box.state() == Mailbox.CLOSED || ++polls % POLLS == 0 && !isThere()) {
                close();
                throw new PortException("the port was closed, or its process has ended");
            }
            return null;
        }

        /** False once its process, or the whole job, has ended. */
        private boolean isThere() {
            return neighbour.isThere()
                    && neighbour.store().exists(door.door)
                    && neighbour.board().state(door.opener().rank()) != Board.DEAD;
        }

        private void close() {
            mapping.close();
            neighbour.close();
        }
    }
}
