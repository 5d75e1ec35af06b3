package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Intracomm;
import org.bipj.junit.Mode;
import org.bipj.junit.MpiTest;

class SumTest {
    @MpiTest(ranks = {1, 4})
    void ranksAddUp(Intracomm world) {
        int size = world.getSize();
        assertEquals(size * (size + 1) / 2.0, Sum.ofRanks(world));
    }

    @MpiTest(ranks = 4, mode = Mode.SIM, seeds = 20)
    void inEveryOrder(Intracomm world) {
        assertEquals(10.0, Sum.ofRanks(world));
    }
}
