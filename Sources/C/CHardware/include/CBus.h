#pragma once

// Devices on the kernel's I2C and SPI buses, through /dev/i2c-N and /dev/spidevB.C: linux/i2c-dev.h and
// linux/spi/spidev.h. Functions that return an int return a negative errno where they failed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cbus_kind { CBUS_I2C, CBUS_SMBUS, CBUS_SPI };

struct cbus_device {
    int descriptor;
    enum cbus_kind kind;
    uint16_t address;  ///< Of I2C and SMBus, of 7 bits.
};

/// Opens a bus and addresses a device, which need not be there. -EBUSY: a driver of the kernel has the device.
int cbus_open_i2c(const char *path, uint8_t address, struct cbus_device *device);
int cbus_open_spi(const char *path, uint8_t mode, uint32_t speed, struct cbus_device *device);
void cbus_close(const struct cbus_device *device);

/// Writes some bytes and then reads some, in one transaction. -ENXIO: nothing acknowledges the address. -EOPNOTSUPP: the
/// adapter speaks only SMBus, which has no such transaction. Has no effect once the process is ending and the device is safe.
int cbus_transfer(const struct cbus_device *device, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count);

/// Writes `safe` to the device however the process ends; see CGuard.h, whose place is returned. -ENOMEM: there is no memory
/// for a copy, which is kept until the process ends.
int cbus_guard(const struct cbus_device *device, const uint8_t *safe, size_t count);

// MARK: Probing

/// Opens an I2C bus to probe its addresses, and returns the descriptor. `is_smbus`: the adapter supports SMBus only.
/// -EOPNOTSUPP: the adapter supports neither of the two transfers of `cbus_probe`.
int cbus_open_bus(const char *path, bool *is_smbus);

/// Returns 1 if a device acknowledges `address`, and 0 if none does. -EBUSY: a driver of the kernel has the device.
/// -ETIMEDOUT: the bus hangs. -EOPNOTSUPP: the adapter does not support the transfer that is safe at this address.
///
/// The transfers are those of i2cdetect (i2c-tools, tools/i2cdetect.c, MODE_AUTO) and of the kernel's own probing
/// (i2c_default_probe in drivers/i2c/i2c-core-base.c). Neither carries a byte to the device:
///
/// - A quick write is the address alone. A chip on 0x50 to 0x5f must not receive one: it corrupts the EEPROM AT24RF08, which
///   takes it for the beginning of a write (i2cdetect(8)). 0x30 to 0x37 hold the write protection of such EEPROMs, which
///   a write locks for good.
/// - So these addresses are read: one byte. All other addresses are not, because write-only chips, such as the clock
///   generators on 0x69 of PCs, then hold the bus for ever (i2cdetect(8)).
int cbus_probe(int descriptor, uint8_t address);
