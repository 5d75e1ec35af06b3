package org.bipj.sim.mapper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.bipj.sim.mapper.Sightings.Contradiction;

/**
 * How one host finds out what its network looks like: questions out, answers in, a map at the end. A pure state
 * machine; who carries the probes, and how long an answer may take, is the caller's business.
 *
 * <p>After the Myrinet mapper of Mainwaring, Chun, Schleimer and Wilkerson (SPAA 1997), as far as it could be
 * reconstructed (AM-II papers, "network probe packets"). Growth is breadth first from the mapper's own switch. Each
 * switch seen is first asked for hosts at all its ports, which soon tells whether it has been seen before; then for
 * switches. Nothing answers from a port without cable, or from one that does not exist; since a probe can be lost for
 * other reasons, what did not answer is asked at least twice, and again until a whole round brings no news.
 *
 * <p>Switches far from any host are recognised late, and by then have been seen many times. One that is four steps or
 * more from the last host on its path is therefore compared with the other switches without hosts before anything
 * behind it is looked at (Myricom's way), or the number of sightings would grow without bound.
 */
public final class Discovery {
    /** Steps from a host from which on switches are compared. */
    private static final int COMPARE_FROM = 4;

    /** More sightings than this are a network that this way of mapping does not fit. */
    private static final int MOST_SIGHTINGS = 100_000;

    private static final int RESTARTS = 8;

    /** A probe that runs into itself is destroyed each time: rounds are repeated for its sake only so often. */
    private static final int ROUNDS_FOR_LOST = 4;

    /** What remains to be asked about a switch, in order. */
    private enum Phase {
        HOSTS,
        COMPARE,
        SWITCHES,
        DONE
    }

    private record Work(Phase phase, Sighting about) {}

    /** A question and what it was about: a port of a sighting; in a comparison the turn, and the other sighting. */
    private record Asked(Probe probe, Sighting about, int port, Sighting other) {}

    private static final Comparator<Work> ORDER = Comparator.<Work, Phase>comparing(Work::phase)
            .thenComparingInt(w -> w.about.path.length)
            .thenComparingInt(w -> w.about.id);

    private final int mapper;
    private Sightings sightings = new Sightings();
    private PriorityQueue<Work> work = new PriorityQueue<>(ORDER);
    /** By token. */
    private final List<Asked> asked = new ArrayList<>();
    /** The first token since the last start from scratch; answers to earlier questions say nothing. */
    private int firstToken;

    private int started;
    private boolean news;
    private boolean unsure;
    private int direct = -1;
    private int rounds = 1;
    private int restarts;
    private boolean done;
    private String failure;

    /**
     * Nothing known but the mapper's own name.
     *
     * @param mapper unlike any other host's name
     */
    public Discovery(int mapper) {
        this.mapper = mapper;
    }

    /** The next question; null when the map is complete, or cannot be made. */
    public Probe next() {
        while (!done) {
            Asked question = sightings.all().isEmpty() ? start() : question();
            if (question != null) {
                asked.add(question);
                return question.probe;
            }
            endRound();
        }
        return null;
    }

    /** A host has answered the host probe with that token. */
    public void host(int token, int name) {
        Asked question = take(token);
        if (question == null) {
            return;
        }
        if (question.about == null) {
            news |= direct != name;
            direct = name;
            return;
        }
        Sighting root = question.about.root();
        if (root.peer(question.port + question.about.shift()) == null) {
            news = true;
        }
        learn(() -> sightings.host(question.about, question.port, name));
    }

    /** The probe with that token, no host probe, has come back: a switch is there, or two are one. */
    public void returned(int token) {
        Asked question = take(token);
        if (question == null) {
            return;
        }
        if (question.about == null) {
            if (sightings.all().isEmpty()) {
                news = true;
                learn(() -> add(sightings.first(mapper)));
            }
        } else if (question.other != null) {
            learn(() -> sightings.same(question.about, question.other, -question.port));
        } else if (question.about.root().peer(question.port + question.about.shift()) == null) {
            news = true;
            learn(() -> add(sightings.found(question.about, question.port)));
        }
    }

    /**
     * The network has destroyed the probe with that token: its question stays open, and is asked again in another
     * round.
     */
    public void lost(int token) {
        Asked question = take(token);
        if (question != null && rounds < ROUNDS_FOR_LOST) {
            unsure = true;
        }
    }

    /** True when there is nothing left to ask. Answers may still come; they are taken, and may bring more questions. */
    public boolean isDone() {
        return done;
    }

    /** Why there is no map; null if nothing went wrong. */
    public String failure() {
        return failure;
    }

    /** Probes that were asked for so far. */
    public int probes() {
        return asked.size();
    }

    /** Rounds over all ports so far. */
    public int rounds() {
        return rounds;
    }

    /**
     * Times that everything was forgotten because answers contradicted each other: the network had changed meanwhile.
     */
    public int restarts() {
        return restarts;
    }

    /** What has been found. */
    public NetworkMap map() {
        if (direct >= 0 && sightings.all().isEmpty()) {
            return Sightings.twoHosts(mapper, direct);
        }
        return sightings.map(mapper);
    }

    private interface Lesson {
        void learn() throws Contradiction;
    }

    private void learn(Lesson lesson) {
        try {
            lesson.learn();
            done &= !news;
        } catch (Contradiction e) {
            restart(e.getMessage());
        }
    }

    private void restart(String why) {
        if (++restarts > RESTARTS) {
            failure = "answers contradict each other again and again: " + why + "; do two hosts have one name?";
            done = true;
        }
        sightings = new Sightings();
        work = new PriorityQueue<>(ORDER);
        firstToken = asked.size();
        direct = -1;
        started = 0;
        news = true;
    }

    private Asked take(int token) {
        return token >= firstToken && token < asked.size() ? asked.get(token) : null;
    }

    private void add(Sighting sighting) {
        work.add(new Work(Phase.HOSTS, sighting));
    }

    /** What the mapper's own cable leads to. */
    private Asked start() {
        return switch (started++) {
            case 0 -> ask(Probe.Kind.SWITCH, new byte[] {0}, null, 0, null);
            case 1 -> ask(Probe.Kind.HOST, new byte[0], null, 0, null);
            default -> null;
        };
    }

    private void endRound() {
        if (!news && !unsure && rounds > 1) {
            done = true;
            return;
        }
        news = false;
        unsure = false;
        rounds++;
        started = 0;
        for (Sighting sighting : sightings.all()) {
            if (sighting.isRoot()) {
                sighting.askedHost = 0;
                sighting.askedSwitch = 0;
                add(sighting);
            }
        }
        if (sightings.all().size() > MOST_SIGHTINGS) {
            failure = "more than " + MOST_SIGHTINGS + " sightings of switches: too many switches lie far from any host";
            done = true;
        }
    }

    /** The most urgent question about any switch; null if there is none left in this round. */
    private Asked question() {
        while (!work.isEmpty() && sightings.all().size() <= MOST_SIGHTINGS) {
            Work first = work.peek();
            Sighting about = first.about;
            if (!about.isRoot() || first.phase == Phase.DONE) {
                work.remove();
                continue;
            }
            Asked question = switch (first.phase) {
                case HOSTS -> port(about, Probe.Kind.HOST);
                case COMPARE -> comparison(about);
                case SWITCHES -> port(about, Probe.Kind.SWITCH);
                case DONE -> null;
            };
            if (question != null) {
                return question;
            }
            work.remove();
            work.add(new Work(Phase.values()[first.phase.ordinal() + 1], about));
        }
        return null;
    }

    /** A question about a port of which nothing is known yet: nearest to the entry first. */
    private Asked port(Sighting about, Probe.Kind kind) {
        for (int distance = 1; distance <= Sighting.REACH; distance++) {
            for (int port : new int[] {distance, -distance}) {
                int asked = kind == Probe.Kind.HOST ? about.askedHost : about.askedSwitch;
                if ((asked & Sighting.bit(port)) != 0 || about.peer(port) != null || !about.mayHave(port)) {
                    continue;
                }
                if (kind == Probe.Kind.HOST) {
                    about.askedHost |= Sighting.bit(port);
                    return ask(kind, NetworkMap.join(about.path, new byte[] {(byte) port}), about, port, null);
                }
                about.askedSwitch |= Sighting.bit(port);
                byte[] out = NetworkMap.join(about.path, new byte[] {(byte) port});
                return ask(kind, NetworkMap.join(out, new byte[1], NetworkMap.reverse(out)), about, port, null);
            }
        }
        return null;
    }

    /** Is this switch one of those without host that were seen before? Each is tried with each alignment of ports. */
    private Asked comparison(Sighting about) {
        if (about.remoteness() < COMPARE_FROM) {
            return null;
        }
        for (; about.comparedWith < about.id; about.comparedWith++, about.comparedTurn = -Sighting.REACH) {
            Sighting other = sightings.all().get(about.comparedWith);
            if (!other.isRoot() || other.hasHost) {
                continue;
            }
            while (about.comparedTurn <= Sighting.REACH) {
                int turn = about.comparedTurn++;
                if (Sightings.compatible(about, other, -turn)) {
                    byte[] route =
                            NetworkMap.join(about.path, new byte[] {(byte) turn}, NetworkMap.reverse(other.path));
                    return ask(Probe.Kind.COMPARE, route, about, turn, other);
                }
            }
        }
        return null;
    }

    private Asked ask(Probe.Kind kind, byte[] route, Sighting about, int port, Sighting other) {
        return new Asked(new Probe(asked.size(), kind, route), about, port, other);
    }
}
