// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A coin that anybody may make more of.
contract Coin is ERC20 {
    uint8 private immutable places;

    constructor(string memory name_, string memory symbol_, uint8 places_) ERC20(name_, symbol_) {
        places = places_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// A tenth of each transfer is lost on the way.
contract FeeCoin is Coin {
    constructor(string memory name_, string memory symbol_, uint8 places_) Coin(name_, symbol_, places_) {}

    function _update(address from, address to, uint256 value) internal override {
        if (from != address(0) && to != address(0)) {
            super._update(from, address(0), value / 10);
            value -= value / 10;
        }
        super._update(from, to, value);
    }
}

/// Says any number of decimals, another one whenever it likes.
contract LyingCoin is ERC20 {
    uint8 private said;

    constructor(uint8 said_) ERC20("Liar", "LIE") {
        said = said_;
    }

    function say(uint8 said_) external {
        said = said_;
    }

    function decimals() public view override returns (uint8) {
        return said;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// Breaks when it is told to.
contract BrokenCoin is Coin {
    uint8 private how;

    constructor() Coin("Broken", "BRK", 18) {}

    /// 0 works, 1 reverts, 2 never ends.
    function breakNow(uint8 how_) external {
        how = how_;
    }

    function balanceOf(address account) public view override returns (uint256) {
        require(how != 1, "broken");
        uint256 spent;
        while (how == 2) spent++;
        return super.balanceOf(account) + spent;
    }
}
