package org.bipj.launch.hosted.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The bytes of the JDK's own methods show what their instructions are. */
class CodeScanTest {
    /** The instruction as a word, as the scan finds it. */
    private static String seen(Opcode opcode, PoolEntry entry) {
        return opcode
                + switch (entry) {
                    case ClassEntry made -> " " + made.asInternalName();
                    case MemberRefEntry called -> " " + called.owner().asInternalName() + "." + called.name();
                    case null, default -> "";
                };
    }

    /** The same of an instruction that the JDK has taken apart; null for those that are not looked for. */
    private static String parsed(CodeElement element) {
        return switch (element) {
            case InvokeInstruction call -> seen(call.opcode(), call.method());
            case InvokeDynamicInstruction call -> seen(call.opcode(), call.invokedynamic());
            case NewObjectInstruction made -> seen(made.opcode(), made.className());
            case MonitorInstruction monitor -> seen(monitor.opcode(), null);
            default -> null;
        };
    }

    private static List<Path> classes(String... packages) throws IOException {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        Set<Path> all = new HashSet<>();
        for (String each : packages) {
            try (Stream<Path> files = Files.list(base.resolve(each))) {
                files.filter(file -> file.toString().endsWith(".class")).forEach(all::add);
            }
        }
        return List.copyOf(all);
    }

    @Test
    void itFindsWhatAMethodContainsAndNothingElse() throws IOException {
        Set<Opcode> met = EnumSet.noneOf(Opcode.class);
        for (Path file : classes("java/util", "java/util/concurrent", "java/util/regex")) {
            ClassModel model = ClassFile.of().parse(file);
            for (MethodModel method : model.methods()) {
                if (method.code().isEmpty()) {
                    continue;
                }
                Set<String> found = new HashSet<>();
                // What never matches is tested until the end of the method, once for each opcode and entry.
                boolean any = new CodeScan(model.constantPool(), (opcode, entry) -> {
                            found.add(seen(opcode, entry));
                            met.add(opcode);
                            return false;
                        })
                        .finds(method.code().get());
                assertFalse(any);
                Set<String> expected = method.code()
                        .get()
                        .elementStream()
                        .map(CodeScanTest::parsed)
                        .filter(word -> word != null)
                        .collect(Collectors.toSet());
                assertEquals(expected, found, file + " " + method.methodName());
                assertEquals(
                        !expected.isEmpty(),
                        new CodeScan(model.constantPool(), (opcode, entry) -> true)
                                .finds(method.code().get()));
                method.code().get().elementStream().forEach(element -> {
                    if (element instanceof TableSwitchInstruction table) {
                        met.add(table.opcode());
                    } else if (element instanceof LookupSwitchInstruction table) {
                        met.add(table.opcode());
                    } else if (element instanceof IncrementInstruction increment) {
                        met.add(increment.opcode());
                    }
                });
            }
        }
        // All that has a length of its own was in between.
        assertTrue(
                met.containsAll(EnumSet.of(
                        Opcode.INVOKEVIRTUAL,
                        Opcode.INVOKESPECIAL,
                        Opcode.INVOKESTATIC,
                        Opcode.INVOKEINTERFACE,
                        Opcode.INVOKEDYNAMIC,
                        Opcode.NEW,
                        Opcode.MONITORENTER,
                        Opcode.MONITOREXIT,
                        Opcode.TABLESWITCH,
                        Opcode.LOOKUPSWITCH,
                        Opcode.IINC_W)),
                met.toString());
    }
}
