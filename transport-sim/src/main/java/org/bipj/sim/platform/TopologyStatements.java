package org.bipj.sim.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.platform.PlatformFile.Statement;
import org.bipj.sim.route.RouteCheck;
import org.bipj.sim.route.Routes;
import org.bipj.sim.route.UserRoutes;

/**
 * The statements of a platform file: {@code host}, {@code switch} and {@code cable}, which make a topology with names,
 * and {@code route}, for any topology.
 */
final class TopologyStatements implements RouteCheck.Names {
    private static final Pattern END = Pattern.compile("([^:]+)(?::(\\d{1,4}))?");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,6}(\\.\\d+)?");

    private final List<Statement> statements;
    private final Map<String, Integer> hosts = new LinkedHashMap<>();
    private final Map<String, Integer> switches = new LinkedHashMap<>();
    private List<String> hostNames = List.of();
    private List<String> switchNames = List.of();

    TopologyStatements(List<Statement> statements) {
        this.statements = statements;
    }

    /** True if the file lists hosts, switches or cables. */
    boolean hasCables() {
        return statements.stream().anyMatch(s -> !s.keyword().equals("route"));
    }

    boolean hasRoutes() {
        return statements.stream().anyMatch(s -> s.keyword().equals("route"));
    }

    /** The topology of the statements. Hosts and switches are numbered in the order in which they are named. */
    NetworkTopology topology(Constants constants) {
        for (Statement s : statements) {
            if (s.keyword().equals("host") || s.keyword().equals("switch")) {
                name(s);
            }
        }
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException(
                    "platform " + constants.platform() + ": topology.kind = cables needs host and cable statements");
        }
        hostNames = new ArrayList<>(hosts.keySet());
        switchNames = new ArrayList<>(switches.keySet());
        NetworkTopology topology =
                new NetworkTopology(hosts.size(), switches.size(), constants.count("topology.ports"));
        for (Statement s : statements) {
            if (s.keyword().equals("cable")) {
                cable(topology, s, constants.number("cable.length"));
            }
        }
        for (Statement s : statements) {
            if (s.keyword().equals("host")) {
                checkCables(topology, s);
            }
        }
        return topology;
    }

    private void checkCables(NetworkTopology topology, Statement statement) {
        for (String name : statement.words().subList(1, statement.words().size())) {
            if (topology.at(End.host(hosts.get(name))) == null) {
                throw Constant.bad(statement.place(), "host " + name + " has no cable");
            }
        }
    }

    /** Names the hosts and switches of a topology without names: host0, host1 and so on. */
    void nameByNumber(NetworkTopology topology) {
        for (int h = 0; h < topology.hosts(); h++) {
            hosts.put("host" + h, h);
        }
        for (int s = 0; s < topology.switches(); s++) {
            switches.put("switch" + s, s);
        }
        hostNames = new ArrayList<>(hosts.keySet());
        switchNames = new ArrayList<>(switches.keySet());
    }

    /** The routes of the statements, each checked, and others for the remaining pairs. */
    Routes routes(NetworkTopology topology, Routes others) {
        UserRoutes routes = new UserRoutes(others);
        RouteCheck check = new RouteCheck(topology, this);
        for (Statement s : statements) {
            if (s.keyword().equals("route")) {
                route(routes, check, s);
            }
        }
        return routes;
    }

    @Override
    public String host(int number) {
        return hostNames.get(number);
    }

    @Override
    public String ofSwitch(int number) {
        return switchNames.get(number);
    }

    private void name(Statement statement) {
        List<String> names = statement.words().subList(1, statement.words().size());
        if (names.isEmpty()) {
            throw Constant.bad(statement.place(), "expected " + statement.keyword() + " NAME...");
        }
        Map<String, Integer> kind = statement.keyword().equals("host") ? hosts : switches;
        for (String name : names) {
            if (name.indexOf(':') >= 0) {
                throw Constant.bad(statement.place(), "'" + name + "': a name has no colon");
            }
            if (hosts.containsKey(name) || switches.containsKey(name)) {
                throw Constant.bad(statement.place(), name + " is already named");
            }
            kind.put(name, kind.size());
        }
    }

    private void cable(NetworkTopology topology, Statement statement, double usualMetres) {
        List<String> words = statement.words();
        boolean hasLength = words.size() == 5
                && words.get(4).equals("m")
                && LENGTH.matcher(words.get(3)).matches();
        if (words.size() != 3 && !hasLength) {
            throw Constant.bad(
                    statement.place(),
                    "expected cable END END, or cable END END LENGTH m; an end is HOST or SWITCH:PORT");
        }
        double metres = hasLength ? Double.parseDouble(words.get(3)) : usualMetres;
        End from = freeEnd(topology, words.get(1), statement);
        End to = freeEnd(topology, words.get(2), statement);
        if (from.equals(to)) {
            throw Constant.bad(statement.place(), "a cable from " + words.get(1) + " to itself");
        }
        topology.connect(from, to, metres);
    }

    /**
     * The end that a word names, which must be without a cable. Messages use the names of the file, which the topology
     * does not have.
     */
    private End freeEnd(NetworkTopology topology, String word, Statement statement) {
        End end = end(word, statement);
        if (end.port() >= topology.ports() && !end.isHost()) {
            throw Constant.bad(
                    statement.place(),
                    "there is no " + word + "; expected a port from 0 to " + (topology.ports() - 1)
                            + " (topology.ports)");
        }
        if (topology.at(end) != null) {
            throw Constant.bad(statement.place(), word + " already has a cable");
        }
        return end;
    }

    private End end(String word, Statement statement) {
        Matcher matcher = END.matcher(word);
        if (matcher.matches()) {
            String name = matcher.group(1);
            String port = matcher.group(2);
            if (port == null && hosts.containsKey(name)) {
                return End.host(hosts.get(name));
            }
            if (port != null && switches.containsKey(name)) {
                return End.ofSwitch(switches.get(name), Integer.parseInt(port));
            }
        }
        throw Constant.bad(
                statement.place(),
                "'" + word + "' is not an end; expected a host's name, or SWITCH:PORT with a switch's name");
    }

    private void route(UserRoutes routes, RouteCheck check, Statement statement) {
        List<String> words = statement.words();
        if (words.size() < 3) {
            throw Constant.bad(statement.place(), "expected route HOST HOST TURN...");
        }
        int from = host(words.get(1), statement);
        int to = host(words.get(2), statement);
        if (from == to) {
            throw Constant.bad(statement.place(), "route from " + words.get(1) + " to itself");
        }
        byte[] turns = new byte[words.size() - 3];
        for (int i = 0; i < turns.length; i++) {
            String turn = words.get(i + 3);
            if (!turn.matches("[+-]?(\\d{1,2}|1[01]\\d|12[0-7])")) {
                throw Constant.bad(
                        statement.place(), "turn '" + turn + "': expected output port minus input port, as -3 or 5");
            }
            turns[i] = Byte.parseByte(turn);
        }
        try {
            check.add(from, to, turns);
        } catch (IllegalArgumentException e) {
            throw Constant.bad(statement.place(), e.getMessage());
        }
        if (!routes.put(from, to, turns)) {
            throw Constant.bad(
                    statement.place(), "the route from " + words.get(1) + " to " + words.get(2) + " is already named");
        }
    }

    private int host(String name, Statement statement) {
        Integer number = hosts.get(name);
        if (number == null) {
            throw Constant.bad(statement.place(), "there is no host " + name);
        }
        return number;
    }
}
