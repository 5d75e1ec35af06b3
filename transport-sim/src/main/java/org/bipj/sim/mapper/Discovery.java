package org.bipj.sim.mapper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.bipj.sim.mapper.Sightings.Contradiction;

/**
 * Discovers the network of one host: probes out, answers in, a map at the end. A pure state machine; the caller sends
 * the probes and decides how long an answer may take.
 *
 * <p>After the Myrinet mapper of Mainwaring, Chun, Schleimer and Wilkerson (SPAA 1997), as far as it could be
 * reconstructed (AM-II papers, "network probe packets"). The search is breadth-first from the mapper's own switch. At
 * each switch all ports are first probed for hosts, which soon shows whether the switch was seen before, and then for
 * switches. Ports without cable, and ports that do not exist, do not answer. As a probe can be lost for other reasons,
 * unanswered probes are retried at least once, and again until a whole round brings no news.
 *
 * <p>Switches far from any host are recognised late, and by then have been seen many times. A switch that is four steps
 * or more from the last host on its path is therefore compared with the other switches without hosts before the search
 * continues behind it (Myricom's method). Otherwise the number of sightings would grow without bound.
 */
public final class Discovery implements Search {
    /** Distance from a host, in steps, from which on switches are compared. */
    private static final int COMPARE_FROM = 4;

    /** A network with more sightings does not suit this algorithm. */
    private static final int MAX_SIGHTINGS = 100_000;

    private static final int MAX_RESTARTS = 8;

    /** A probe that runs into itself is destroyed each time: it causes no further round after this many. */
    private static final int ROUNDS_FOR_LOST = 4;

    /** What to probe at a switch, in this order. */
    private enum Phase {
        HOSTS,
        COMPARE,
        SWITCHES,
        DONE
    }

    private record Work(Phase phase, Sighting about) {}

    /**
     * A probe and its subject.
     *
     * @param about the sighting that is probed; null for the mapper's own cable
     * @param port of that sighting; in a comparison, the turn
     * @param other in a comparison, the other sighting; else null
     */
    private record Asked(Probe probe, Sighting about, int port, Sighting other) {}

    private static final Comparator<Work> ORDER = Comparator.<Work, Phase>comparing(Work::phase)
            .thenComparingInt(w -> w.about.path.length)
            .thenComparingInt(w -> w.about.id);

    private final int mapper;
    private Sightings sightings = new Sightings();
    private PriorityQueue<Work> work = new PriorityQueue<>(ORDER);
    /** All probes that were sent; the index is the token. */
    private final List<Asked> asked = new ArrayList<>();
    /** The first token since the last restart; answers to earlier probes are ignored. */
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
     * A discovery that has only begun.
     *
     * @param mapper name of the mapper's host, which must be unique
     */
    public Discovery(int mapper) {
        this.mapper = mapper;
    }

    @Override
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

    @Override
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

    /** A switch is there, or two are one. */
    @Override
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

    /** A probe that the network has lost is retried in another round. */
    @Override
    public void lost(int token) {
        Asked question = take(token);
        if (question != null && rounds < ROUNDS_FOR_LOST) {
            unsure = true;
        }
    }

    /** True when there are no more probes to send. Late answers are accepted, and may lead to more probes. */
    public boolean isDone() {
        return done;
    }

    @Override
    public String failure() {
        return failure;
    }

    /** How many probes were sent so far. */
    public int probes() {
        return asked.size();
    }

    /** Number of rounds over all ports so far. */
    public int rounds() {
        return rounds;
    }

    /**
     * Number of restarts. The discovery restarts when answers contradict each other, because the network has changed
     * meanwhile.
     */
    public int restarts() {
        return restarts;
    }

    @Override
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
        if (++restarts > MAX_RESTARTS) {
            failure = "answers contradict each other repeatedly: " + why + "; do two hosts have one name?";
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

    /** The next probe of the mapper's own cable; null if there is none left in this round. */
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
                sighting.probedForHost = 0;
                sighting.probedForSwitch = 0;
                add(sighting);
            }
        }
        if (sightings.all().size() > MAX_SIGHTINGS) {
            failure = "more than " + MAX_SIGHTINGS + " sightings of switches: too many switches are far from any host";
            done = true;
        }
    }

    /** The most urgent probe of any switch; null if there is none left in this round. */
    private Asked question() {
        while (!work.isEmpty() && sightings.all().size() <= MAX_SIGHTINGS) {
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

    /** A probe of a port of which nothing is known yet, those nearest to the entry first; null if there is none. */
    private Asked port(Sighting about, Probe.Kind kind) {
        for (int distance = 1; distance <= Sighting.REACH; distance++) {
            for (int port : new int[] {distance, -distance}) {
                int asked = kind == Probe.Kind.HOST ? about.probedForHost : about.probedForSwitch;
                if ((asked & Sighting.bit(port)) != 0 || about.peer(port) != null || !about.mayHave(port)) {
                    continue;
                }
                if (kind == Probe.Kind.HOST) {
                    about.probedForHost |= Sighting.bit(port);
                    return ask(kind, NetworkMap.join(about.path, new byte[] {(byte) port}), about, port, null);
                }
                about.probedForSwitch |= Sighting.bit(port);
                byte[] out = NetworkMap.join(about.path, new byte[] {(byte) port});
                return ask(kind, NetworkMap.join(out, new byte[1], NetworkMap.reverse(out)), about, port, null);
            }
        }
        return null;
    }

    /**
     * A probe that compares a switch with an earlier one without hosts, in each alignment of ports; null if none is
     * left.
     */
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
