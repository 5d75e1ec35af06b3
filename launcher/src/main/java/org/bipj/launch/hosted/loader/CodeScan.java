package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Looks for calls, allocations and monitors in the code of one class, as the bytes of its file have them (JVMS 25, section 6.5). To make
 * objects of all instructions takes many times as long.
 */
final class CodeScan {
    /** What is looked for: an instruction and the entry of the constant pool to which it refers, null for monitors. */
    interface Test {
        /** True for what is looked for; always the same for the same opcode and entry. */
        boolean matches(Opcode opcode, PoolEntry entry);
    }

    private static final int BYTE = 0xff;
    /** Opcodes by their bytes; those of two bytes, which begin with {@link #WIDE}, by the second behind it. */
    private static final Opcode[] OPCODES = new Opcode[2 * (BYTE + 1)];

    private static final int WIDE = 0xc4;

    static {
        for (Opcode opcode : Opcode.values()) {
            int isWide = opcode.bytecode() > BYTE ? 1 : 0;
            OPCODES[isWide * (BYTE + 1) + (opcode.bytecode() & BYTE)] = opcode;
        }
    }

    private final ConstantPool pool;
    private final Test test;
    // By opcode and entry: it was tested, and matches.
    private final BitSet tested = new BitSet();
    private final BitSet matching = new BitSet();

    CodeScan(ConstantPool pool, Test test) {
        this.pool = pool;
        this.test = test;
    }

    /** True if the code has an instruction that is looked for. */
    boolean finds(CodeModel model) {
        ByteBuffer code = ByteBuffer.wrap(((CodeAttribute) model).codeArray());
        int at = 0;
        while (at < code.capacity()) {
            int first = code.get(at) & BYTE;
            Opcode opcode = first == WIDE ? OPCODES[BYTE + 1 + (code.get(at + 1) & BYTE)] : OPCODES[first];
            boolean isFound = switch (opcode) {
                case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE, INVOKEDYNAMIC, NEW ->
                    matches(opcode, code.getChar(at + 1));
                case MONITORENTER, MONITOREXIT -> test.matches(opcode, null);
                default -> false;
            };
            if (isFound) {
                return true;
            }
            at = switch (opcode) {
                case TABLESWITCH -> endOfTable(code, aligned(at));
                case LOOKUPSWITCH -> {
                    int defaults = aligned(at);
                    yield defaults + 2 * Integer.BYTES + code.getInt(defaults + Integer.BYTES) * 2 * Integer.BYTES;
                }
                default -> at + opcode.sizeIfFixed();
            };
        }
        return false;
    }

    private boolean matches(Opcode opcode, int index) {
        int key = (opcode.bytecode() - Opcode.INVOKEVIRTUAL.bytecode()) * pool.size() + index;
        if (!tested.get(key)) {
            tested.set(key);
            matching.set(key, test.matches(opcode, pool.entryByIndex(index)));
        }
        return matching.get(key);
    }

    /** Where the first number of a switch is. */
    private static int aligned(int at) {
        return at + Integer.BYTES - at % Integer.BYTES;
    }

    private static int endOfTable(ByteBuffer code, int defaults) {
        int low = code.getInt(defaults + Integer.BYTES);
        int high = code.getInt(defaults + 2 * Integer.BYTES);
        return defaults + (3 + high - low + 1) * Integer.BYTES;
    }
}
