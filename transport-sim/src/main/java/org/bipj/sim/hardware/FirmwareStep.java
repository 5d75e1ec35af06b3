package org.bipj.sim.hardware;

import org.bipj.sim.constants.Constants;

/**
 * The cost of a step of a firmware.
 *
 * @param cycles of the board's processor
 * @param accesses to the board's memory, 32 bits each
 */
public record FirmwareStep(int cycles, int accesses) {
    /** The cost that a platform states: constants {@code name} and {@code name.sram}. */
    public static FirmwareStep of(Constants constants, String name) {
        return new FirmwareStep(constants.count(name), constants.count(name + ".sram"));
    }

    /** Charges it to the present step of a board. */
    public void charge(Lanai lanai) {
        lanai.cycles(cycles);
        lanai.sram(accesses);
    }
}
