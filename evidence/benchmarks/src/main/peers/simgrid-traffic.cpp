/* Messages a second of SimGrid, a flow-level simulator, for the patterns of TrafficBench: each round every host sends 8 bytes to
 * its neighbour in a ring, to each other host in turn, or by a random permutation, and receives one message. 160 MB/s links of 1 us.
 * Debian: libsimgrid-dev, libboost-dev.
 * g++ -O2 simgrid-traffic.cpp -o simgrid-traffic -lsimgrid && ./simgrid-traffic ring|alltoall|random [HOSTS] [ROUNDS] */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <simgrid/s4u.hpp>
#include <string>

namespace s4u = simgrid::s4u;

static std::string pattern = "ring";
static int hosts = 64;
static int rounds = 2000;

static int destination(int me, int round, std::mt19937& draw) {
    if (pattern == "ring") return (me + 1) % hosts;
    if (pattern == "alltoall") return (me + 1 + round % (hosts - 1)) % hosts;
    int factor = draw() % hosts, shift = draw() % hosts;
    while (std::gcd(factor, hosts) != 1) factor++;
    return (int)(((long)factor * me + shift) % hosts);
}

static void node(int me) {
    static int payload = 1;
    std::mt19937 draw(2);
    s4u::Mailbox* mine = s4u::Mailbox::by_name("m" + std::to_string(me));
    for (int i = 0; i < rounds; i++) {
        int to = destination(me, i, draw);
        if (to == me) continue;
        // Detached, as a short message of MPI is: with a wait here random partners would stand in a circle.
        s4u::Mailbox::by_name("m" + std::to_string(to))->put_init(&payload, 8)->detach();
        mine->get<int>();
    }
}

int main(int argc, char** argv) {
    s4u::Engine engine(&argc, argv);
    if (argc > 1) pattern = argv[1];
    if (argc > 2) hosts = atoi(argv[2]);
    if (argc > 3) rounds = atoi(argv[3]);
    auto* zone = s4u::create_star_zone("zone");
    for (int i = 0; i < hosts; i++) {
        auto* host = zone->create_host("h" + std::to_string(i), 1e9);
        auto* link = zone->create_split_duplex_link("l" + std::to_string(i), 160e6)->set_latency(1e-6);
        s4u::LinkInRoute up{link, s4u::LinkInRoute::Direction::UP};
        s4u::LinkInRoute down{link, s4u::LinkInRoute::Direction::DOWN};
        zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {up}, false);
        zone->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {down}, false);
        s4u::Actor::create("node", host, node, i);
    }
    zone->seal();
    auto start = std::chrono::steady_clock::now();
    engine.run();
    double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    printf("pattern,hosts,messages,wall_s,messages_per_s\n%s,%d,%d,%.3f,%.0f\n", pattern.c_str(), hosts, hosts * rounds, wall,
           hosts * (double)rounds / wall);
}
